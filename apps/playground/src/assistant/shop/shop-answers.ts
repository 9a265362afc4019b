import { objectIn } from '../read-turn.ts';
import type { Order, Parcel } from './shop.ts';

/** The numbers of a list of orders; `undefined` where the answer cannot be read. */
export function ordersIn(result: string): readonly string[] | undefined {
  const { orders } = objectIn(result);
  return Array.isArray(orders) && orders.every((order) => typeof order === 'string')
    ? orders
    : undefined;
}

/** The order in the answer to a look-up; `undefined` where the answer cannot be read. */
export function orderIn(result: string): Order | undefined {
  const { order, status, carrier, tracking, arrivesInDays } = objectIn(result);
  return typeof order === 'string' &&
    typeof status === 'string' &&
    typeof carrier === 'string' &&
    typeof tracking === 'string' &&
    typeof arrivesInDays === 'number'
    ? { order, status, carrier, tracking, arrivesInDays }
    : undefined;
}

/** Where a parcel was seen last; `undefined` where the answer cannot be read. */
export function parcelIn(result: string): Parcel | undefined {
  const { tracking, lastSeen, hoursAgo } = objectIn(result);
  return typeof tracking === 'string' &&
    typeof lastSeen === 'string' &&
    typeof hoursAgo === 'number'
    ? { tracking, lastSeen, hoursAgo }
    : undefined;
}

/** `tomorrow`, `in 3 days`. */
export function arrival({ arrivesInDays }: Order): string {
  return arrivesInDays === 1 ? 'tomorrow' : `in ${arrivesInDays} days`;
}

/** `last seen in Halle an hour ago`. */
export function lastSeen({ lastSeen: town, hoursAgo }: Parcel): string {
  return `last seen in ${town} ${hoursAgo === 1 ? 'an hour' : `${hoursAgo} hours`} ago`;
}
