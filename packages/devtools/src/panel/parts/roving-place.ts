/** Where the focus stands in a row of controls that share one tab stop. */
export interface RovingStand {
  /** Place of the control with the focus, from 0. */
  readonly place: number;
  /** The number of controls. */
  readonly count: number;
  /** The row runs from right to left. Default `false`. */
  readonly isRightToLeft?: boolean;
}

/** The place that a key leads to, around the ends; `undefined` for a key that means nothing here. */
export function rovingPlace(
  key: string,
  { place, count, isRightToLeft = false }: RovingStand,
): number | undefined {
  const step = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return (place + step + count) % count;
    case 'ArrowLeft':
      return (place - step + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
