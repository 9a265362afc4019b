import { formatCount } from '../../view-model/format.ts';
import type { Pages } from './use-pages.ts';

/** `4 records`, `100 records so far, more as you scroll`; '' while nothing is known. */
export function countWords({ status, items, hasMore }: Pages<unknown>, one: string, many: string) {
  if (status === 'failed' || (status === 'waiting' && items.length === 0)) return '';
  const count = formatCount(items.length, one, many);
  return hasMore && status === 'here' ? `${count} so far, more as you scroll` : count;
}

/** Stands where the rows would; `nothing` where there are none. */
export function emptyWords(
  { status, message = '' }: Pages<unknown>,
  many: string,
  nothing: string,
): string {
  if (status === 'waiting') return `Asking for the ${many} …`;
  return status === 'failed'
    ? `The ${many} did not arrive; nothing was changed. ${message}`
    : nothing;
}
