import {
  type AssistantMove,
  call,
  type Rule,
  say,
  stepWith,
  type Turn,
} from '../assistant-move.ts';
import { arrival, lastSeen, orderIn, ordersIn, parcelIn } from '../shop/shop-answers.ts';

const ERRAND = /\b(?:check|look up|track|what about|how are)\b.*\bmy orders\b/is;

/** An errand of several steps: lists the orders, looks each of them up, and tracks the parcels on their way. */
export const answerErrand: Rule = (turn) => {
  if (!ERRAND.test(turn.question)) return undefined;
  const list = stepWith(turn, 'list_orders');
  if (!list) return call('list_orders');
  const orders = ordersIn(list.result);
  if (!orders) return say(`I could not read which orders you have: ${list.result}`);
  return nextCall(turn, orders) ?? say(reportOrders(turn, orders));
};

function nextCall(turn: Turn, orders: readonly string[]): AssistantMove | undefined {
  for (const order of orders) {
    const lookedUp = stepWith(turn, 'lookup_order', { order });
    if (!lookedUp) return call('lookup_order', { order });
    const tracking = trackingOf(lookedUp.result);
    if (tracking && !stepWith(turn, 'track_parcel', { tracking })) {
      return call('track_parcel', { tracking });
    }
  }
  return undefined;
}

/** A parcel that is still packed is nowhere to be seen. */
function trackingOf(result: string): string | undefined {
  const order = orderIn(result);
  return order && order.status !== 'packed' ? order.tracking : undefined;
}

function reportOrders(turn: Turn, orders: readonly string[]): string {
  const lines = orders.map((order) => `- ${reportOrder(turn, order)}`);
  const count = orders.length === 1 ? 'one open order' : `${orders.length} open orders`;
  return [`You have ${count}.`, ...lines].join('\n');
}

function reportOrder(turn: Turn, number: string): string {
  const result = stepWith(turn, 'lookup_order', { order: number })?.result ?? '';
  const order = orderIn(result);
  if (!order) return `${number}: I could not read the answer of the shop. It says: ${result}`;
  const about = `${number}: ${order.status} with ${order.carrier}, should arrive ${arrival(order)}`;
  const tracked = stepWith(turn, 'track_parcel', { tracking: order.tracking });
  if (!tracked) return `${about}.`;
  const parcel = parcelIn(tracked.result);
  return parcel
    ? `${about}; parcel ${order.tracking} ${lastSeen(parcel)}.`
    : `${about}; of parcel ${order.tracking} I could not read where it is: ${tracked.result}`;
}
