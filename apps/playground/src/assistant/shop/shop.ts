const STATES = ['packed', 'handed to the carrier', 'in transit', 'out for delivery'] as const;
const CARRIERS = ['Northline', 'Paketwerk', 'Bluebird Post'] as const;
const ITEMS = [
  'walnut desk lamp',
  'linen notebook, A5',
  'ceramic pour-over set',
  'wool blanket, grey',
  'brass bookends',
] as const;
const DEPOTS = ['Halle', 'Lier', 'Venlo', 'Aachen', 'Reims'] as const;

/** The open orders of whoever sits at this page. */
const OPEN_ORDERS = ['ZFA04Y', 'ZFC17K', 'ZFC92Q'] as const;

/** An answer of the shop to `lookup_order`. */
export interface Order {
  readonly order: string;
  readonly status: string;
  readonly carrier: string;
  readonly tracking: string;
  readonly arrivesInDays: number;
}

/** An answer of the shop to `track_parcel`. */
export interface Parcel {
  readonly tracking: string;
  readonly lastSeen: string;
  readonly hoursAgo: number;
}

/** The numbers of the open orders. The shop gives the same answer to the same question, always. */
export function listOrders(): { readonly orders: readonly string[] } {
  return { orders: OPEN_ORDERS };
}

/** An order by its number, whatever the number is. */
export function lookupOrder(order: string): Order & { readonly items: readonly object[] } {
  const seed = seedOf(order);
  return {
    order,
    status: pick(STATES, seed),
    carrier: pick(CARRIERS, seed >> 2),
    tracking: `TRK-${String(10_000_000 + seed * 887).slice(0, 8)}`,
    items: [
      { name: pick(ITEMS, seed >> 3), quantity: 1 + (seed % 3) },
      { name: pick(ITEMS, (seed >> 3) + 2), quantity: 1 },
    ],
    arrivesInDays: 1 + (seed % 5),
  };
}

/** Where a parcel was seen last. */
export function trackParcel(tracking: string): Parcel {
  const seed = seedOf(tracking);
  return { tracking, lastSeen: pick(DEPOTS, seed), hoursAgo: 1 + (seed % 20) };
}

function seedOf(text: string): number {
  return [...text.toUpperCase()].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 99_991,
    7,
  );
}

function pick<Item>(items: readonly [Item, ...Item[]], index: number): Item {
  return items[index % items.length] ?? items[0];
}
