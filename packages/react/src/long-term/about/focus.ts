/** Where the focus is to go once the list shows the outcome of an act. */
export type FocusWish =
  /** The memory that has it leaves the list; the first of the others that is there takes it. */
  | { readonly kind: 'gone'; readonly id: string; readonly next: readonly string[] }
  /** A page comes behind a memory. */
  | { readonly kind: 'behind'; readonly id: string };

/** The id of the memory that takes the focus; `title`: the heading does; `undefined`: it is too soon. */
export function focusOf(
  wish: FocusWish,
  shown: readonly string[],
): { readonly id: string } | 'title' | undefined {
  if (wish.kind === 'behind') {
    const place = shown.indexOf(wish.id);
    const id = place < 0 ? undefined : shown[place + 1];
    return id === undefined ? undefined : { id };
  }
  if (shown.includes(wish.id)) return undefined;
  const id = wish.next.find((one) => shown.includes(one));
  return id === undefined ? 'title' : { id };
}

/** The ids beside one in a list, those behind it first. */
export function neighbours(id: string, shown: readonly string[]): readonly string[] {
  const place = shown.indexOf(id);
  return [...shown.slice(place + 1), ...shown.slice(0, Math.max(0, place)).toReversed()];
}
