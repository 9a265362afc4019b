import { type Rule, say } from '../assistant-move.ts';
import { statedFacts } from './facts.ts';

const ASKS_FOR_ORDER =
  /\b(?:look ?up|track|check|find|where is|where's|where’s|status of)\b.*\b(?:order|parcel|package)\b/is;
const ORDER_NUMBER = /\b(?:[A-Z]{1,4}-?)?\d{4,}\b/i;

/** Looks an order up by the number in the question, or by the one the user gave earlier. */
export const answerOrders: Rule = ({ question, texts }) => {
  if (!ASKS_FOR_ORDER.test(question)) return undefined;
  const stated = statedFacts(texts).findLast(({ name }) => name.includes('order'));
  const order = ORDER_NUMBER.exec(question)?.[0] ?? stated?.value;
  if (!order) {
    return say('I see no order number in the context I was given. What is it?');
  }
  return { kind: 'call', call: { toolName: 'lookup_order', arguments: { order } } };
};

const STATES = ['packed', 'handed to the carrier', 'in transit', 'out for delivery'] as const;
const CARRIERS = ['Northline', 'Paketwerk', 'Bluebird Post'] as const;
const ITEMS = [
  'walnut desk lamp',
  'linen notebook, A5',
  'ceramic pour-over set',
  'wool blanket, grey',
  'brass bookends',
] as const;

/** Gives the answer of the pretended order system: always the same for the same number. */
export function lookupOrder(order: string): string {
  const seed = [...order.toUpperCase()].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 99_991,
    7,
  );
  return JSON.stringify({
    order,
    status: pick(STATES, seed),
    carrier: pick(CARRIERS, seed >> 2),
    tracking: `TRK-${String(10_000_000 + seed * 887).slice(0, 8)}`,
    items: [
      { name: pick(ITEMS, seed >> 3), quantity: 1 + (seed % 3) },
      { name: pick(ITEMS, (seed >> 3) + 2), quantity: 1 },
    ],
    arrivesInDays: 1 + (seed % 5),
  });
}

/** The result of `lookup_order`, told. */
export function reportOrder(result: string): string {
  const order = parsedOrder(result);
  if (!order) return 'The order system gave an answer I cannot read.';
  const days = order.arrivesInDays === 1 ? 'tomorrow' : `in ${order.arrivesInDays} days`;
  return (
    `Order ${order.order} is ${order.status} with ${order.carrier}. Your tracking number is ${order.tracking}. ` +
    `It should arrive ${days}.`
  );
}

interface Order {
  readonly order: string;
  readonly status: string;
  readonly carrier: string;
  readonly tracking: string;
  readonly arrivesInDays: number;
}

/** Live state may stand behind the result; the result is its first line. */
function parsedOrder(result: string): Order | undefined {
  try {
    const value: unknown = JSON.parse(result.split('\n', 1)[0] ?? '');
    return isOrder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOrder(value: unknown): value is Order {
  if (typeof value !== 'object' || value === null) return false;
  const { order, status, carrier, tracking, arrivesInDays } = value as Record<keyof Order, unknown>;
  return (
    [order, status, carrier, tracking].every((field) => typeof field === 'string') &&
    typeof arrivesInDays === 'number'
  );
}

function pick<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}
