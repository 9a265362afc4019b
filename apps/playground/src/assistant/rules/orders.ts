import { call, type Rule, say, stepWith, type Turn } from '../assistant-move.ts';
import { lookBack } from '../look-back.ts';
import { arrival, orderIn } from '../shop/shop-answers.ts';
import { userWords } from '../user-words.ts';
import { type StatedFact, statedFacts } from './stated-facts.ts';

const ASKS_FOR_ORDER =
  /\b(?:look ?up|track|check|find|where is|where's|where’s|status of)\b.*\b(?:order|parcel|package)\b/is;
/** A code or a number, which a word such as "late" is not. */
const CODE = '(?=[a-z0-9-]*\\d)[a-z0-9][a-z0-9-]{3,19}';
const CODE_IN = new RegExp(`(?<![\\w-])${CODE}(?![\\w-])`, 'i');
const CODE_ONLY = new RegExp(`^${CODE}$`, 'i');

/** Looks an order up by the number in the question, or by the one the user gave earlier. */
export const answerOrders: Rule = (turn) => {
  if (!ASKS_FOR_ORDER.test(turn.question)) return undefined;
  const lookedUp = stepWith(turn, 'lookup_order');
  if (lookedUp) return say(reportOrder(lookedUp.result));
  const named = CODE_IN.exec(turn.question)?.[0];
  const stated = named ? undefined : statedOrder(turn);
  const step = named ? undefined : lookBack(turn, 'my order number is', stated);
  if (step) return step;
  const order = named ?? stated?.value;
  return order
    ? call('lookup_order', { order })
    : say('I see no order number in the context I was given. What is it?');
};

/** The order that the user named last in their own words. */
function statedOrder(turn: Turn): StatedFact | undefined {
  return statedFacts(userWords(turn)).findLast(
    ({ name, value }) => name.includes('order') && CODE_ONLY.test(value),
  );
}

/** The result of `lookup_order`, told. */
function reportOrder(result: string): string {
  const order = orderIn(result);
  if (!order) return `The shop gave an answer that I cannot read: ${result}`;
  return (
    `Order ${order.order} is ${order.status} with ${order.carrier}. Your tracking number is ${order.tracking}. ` +
    `It should arrive ${arrival(order)}.`
  );
}
