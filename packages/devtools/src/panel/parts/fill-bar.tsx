import type { CSSProperties, ReactNode } from 'react';

/** A bar for a share of 0 to 1. The words beside it say the same. */
export function FillBar({
  fill,
  isAgainst = false,
}: {
  readonly fill: number;
  /** Hatched: the share is taken, not given. */
  readonly isAgainst?: boolean;
}): ReactNode {
  // React's type of a style knows no custom properties.
  const style = { '--fill': `${(fill * 100).toFixed(1)}%` } as CSSProperties;
  return <span className="fill-bar" data-against={isAgainst} style={style} />;
}
