import { firstLiveIndex } from './live-text.ts';

/** The figures that are read from a decision on a section. */
interface LiveFigures {
  readonly tokens: { readonly raw: number };
  readonly numbers: Readonly<Record<string, number>>;
}

/** Tokens that the live tier would fill if the rest of the context left it room: each section up to its share. */
export function liveTokensWanted(
  items: readonly { readonly tier: string; readonly decision: LiveFigures }[],
  withheld: readonly LiveFigures[],
): number {
  const sent = items.slice(firstLiveIndex(items)).map(({ decision }) => decision);
  return [...sent, ...withheld].reduce(
    (sum, { tokens, numbers }) => sum + Math.min(tokens.raw, numbers.shareTokens ?? tokens.raw),
    0,
  );
}
