import { apportion } from '../../words/apportion.ts';

/** Something of the map that takes room by its tokens. Neighbours with the same `mergesAs` may merge. */
export interface MapPart {
  readonly tokens: number;
  /** Absent: stands alone as long as there is room for all. */
  readonly mergesAs?: string;
}

/** Neighbours that are drawn as one; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Smallest width at which a block can be seen with its pattern. */
const VISIBLE_PIXELS = 3;

/** Small neighbours merge until they are this wide. */
const MERGED_PIXELS = 9;

/**
 * Puts neighbours together that are too small to be drawn alone. Every part is in exactly one stretch,
 * in its order, and there are at most `most` of them (3 or more), however many parts there are. A
 * stretch never grows backwards: what is added at the end leaves those before it as they were.
 */
export function mergeSmall(
  parts: readonly MapPart[],
  pixelsPerToken: number,
  most: number,
): readonly Stretch[] {
  const fine = merged(parts, VISIBLE_PIXELS / pixelsPerToken, MERGED_PIXELS / pixelsPerToken);
  if (fine.length <= most) return fine;
  // Half of `most` have this size, and one that is smaller may stand before each of them.
  const tokens = parts.reduce((all, part) => all + part.tokens, 0) / ((most - 1) / 2);
  const coarse = merged(parts, tokens, tokens);
  if (coarse.length <= most) return coarse;
  return merged(
    parts.map((part) => ({ tokens: part.tokens, mergesAs: '' })),
    tokens,
    tokens,
  );
}

function merged(
  parts: readonly MapPart[],
  smallTokens: number,
  enoughTokens: number,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let open: { from: number; tokens: number; mergesAs: string } | undefined;
  const close = (to: number) => {
    if (open) stretches.push({ from: open.from, to });
    open = undefined;
  };
  parts.forEach(({ tokens, mergesAs }, index) => {
    if (mergesAs === undefined || tokens >= smallTokens) {
      close(index);
      stretches.push({ from: index, to: index + 1 });
      return;
    }
    if (open?.mergesAs !== mergesAs) close(index);
    open ??= { from: index, tokens: 0, mergesAs };
    open.tokens += tokens;
    if (open.tokens >= enoughTokens) close(index + 1);
  });
  close(parts.length);
  return stretches;
}

/**
 * Shares out whole pixels by tokens. The widths add up to `pixels` exactly, and none is smaller than
 * `VISIBLE_PIXELS`: what is wider gives what that needs, each in proportion. Where there is not room
 * for that, the parts are as wide as their tokens say.
 */
export function visibleWidths(tokens: readonly number[], pixels: number): readonly number[] {
  const room = pixels - tokens.length * VISIBLE_PIXELS;
  if (room < 0) return apportion(tokens, pixels);
  const sum = tokens.reduce((all, some) => all + some, 0);
  if (sum <= 0)
    return apportion(
      tokens.map(() => 1),
      pixels,
    );
  const beyond = tokens.map((some) => Math.max(0, (some / sum) * pixels - VISIBLE_PIXELS));
  return apportion(beyond, room).map((wider) => VISIBLE_PIXELS + wider);
}
