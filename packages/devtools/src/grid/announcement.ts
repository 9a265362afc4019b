import { formatCount } from '../words/format.ts';

/** As much of a grid's state as is worth a word to those who cannot see it. */
export interface Listing {
  readonly rowCount: number;
  readonly phrase: string;
  readonly selectedKey: string | undefined;
  readonly isSelectedListed: boolean;
}

/**
 * Something to say about a change of the list; `undefined` for most changes: a list that grows while
 * somebody reads it stays silent, and a search tells its matches itself.
 *
 * @param toggled the reader has just opened or closed a row.
 */
export function announcement(
  before: Listing,
  after: Listing,
  toggled: 'opened' | 'closed' | undefined,
): string | undefined {
  const change = Math.abs(after.rowCount - before.rowCount);
  if (toggled && change > 0) return `${formatCount(change, 'row')} ${toggled}`;
  const hasLeft =
    before.selectedKey !== undefined &&
    before.selectedKey === after.selectedKey &&
    before.phrase === after.phrase &&
    before.isSelectedListed &&
    !after.isSelectedListed;
  return hasLeft ? 'The selected row is not listed any more' : undefined;
}
