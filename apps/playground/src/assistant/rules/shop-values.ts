import { call, type Rule, say, type Turn } from '../assistant-move.ts';
import { type Found, isAnythingLeftOut, lookBack, notSeen } from '../look-back.ts';
import type { Order } from '../shop/shop.ts';
import { lastSeen, orderIn, parcelIn } from '../shop/shop-answers.ts';
import { type Place, placeText, type Quote, quotesIn } from '../user-words.ts';

const ASKED =
  /\bwhat (?:is|was|'s|’s) (?:the|my) (?<field>tracking number|carrier|status)\b(?: (?:of|for) (?:the |my )?order (?<order>[a-z0-9-]{4,20}))?/i;
const TRACKED =
  /\bwhere is (?:the|my) parcel (?:of|for|with) (?:the |my )?order (?<order>[a-z0-9-]{4,20})/i;

interface SeenOrder {
  readonly order: Order;
  readonly place: Place;
}

/** Answers from what the shop said before; what has left the context is brought back, not asked for again. */
export const answerShopValues: Rule = (turn) => {
  const tracked = TRACKED.exec(turn.question)?.groups?.order;
  if (tracked) return trackAgain(turn, tracked);
  const { field, order: number } = ASKED.exec(turn.question)?.groups ?? {};
  if (!field) return undefined;
  const seen = seenOrder(turn, number);
  const step = lookBack(
    turn,
    `lookup_order ${number ?? ''} ${field}`,
    seen ?? excerptOf(turn, number),
  );
  if (step) return step;
  if (!seen)
    return number || isAnythingLeftOut(turn) ? say(notSeen(turn, `a ${field}`)) : undefined;
  const { order, place } = seen;
  const asked = field.toLowerCase();
  return say(
    `The ${asked} of order ${order.order} is ${fieldOf(order, asked)}. I read that in ${placeText(place)}.`,
  );
};

function fieldOf({ tracking, carrier, status }: Order, field: string): string {
  if (field === 'tracking number') return tracking;
  return field === 'carrier' ? carrier : status;
}

/** Uses the tracking number that the shop gave earlier. */
function trackAgain(turn: Turn, number: string): ReturnType<Rule> {
  const now = turn.steps.findLast(({ toolName }) => toolName === 'track_parcel');
  const seen = seenOrder(turn, number);
  if (now) {
    const parcel = parcelIn(now.result);
    if (!parcel) return say(`The shop gave an answer that I cannot read: ${now.result}`);
    const from = seen ? ` I read its number in ${placeText(seen.place)}.` : '';
    return say(`Parcel ${parcel.tracking} was ${lastSeen(parcel)}.${from}`);
  }
  const step = lookBack(turn, `lookup_order ${number} tracking`, seen ?? excerptOf(turn, number));
  if (step) return step;
  return seen
    ? call('track_parcel', { tracking: seen.order.tracking })
    : call('lookup_order', { order: number });
}

/** The newest answer about an order that stands in the context, or was brought back into it. */
function seenOrder(turn: Turn, number: string | undefined): SeenOrder | undefined {
  const isMeant = ({ order }: SeenOrder): boolean =>
    number === undefined || order.order.toLowerCase() === number.toLowerCase();
  const inContext = turn.results
    .filter(({ toolName }) => toolName === 'lookup_order')
    .flatMap(({ result }) => seenIn(result, { kind: 'context', origin: 'tool' }));
  const quoted = quotesIn(turn)
    .filter(isLookup)
    .flatMap(({ text, place }) => seenIn(text, place));
  return inContext.findLast(isMeant) ?? quoted.findLast(isMeant);
}

/**
 * A part of an answer that the search gave, or the call that it answers: values that stand in the context
 * already, though nobody can tell of which order, are not given once more. The answer follows its call.
 */
function excerptOf(turn: Turn, number: string | undefined): Found | undefined {
  const wanted = number?.toLowerCase() ?? '';
  const quotes = quotesIn(turn).filter(({ text }) => text.toLowerCase().includes(wanted));
  const answer = quotes.findLast(isLookup);
  if (answer) return answer;
  const asked = quotes.findLast(({ label }) => label === 'assistant calls lookup_order');
  if (!asked) return undefined;
  const { place } = asked;
  return { place, recall: { from: place.seq, to: place.seq + 1 } };
}

function isLookup({ label }: Quote): boolean {
  return label === 'result of lookup_order';
}

function seenIn(result: string, place: Place): readonly SeenOrder[] {
  const order = orderIn(result);
  return order ? [{ order, place }] : [];
}
