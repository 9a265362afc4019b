import type { PlanRange, TokenSource } from '@agent-memory/core';
import type { ItemFacts, PlanFacts } from '../source/plan-facts.ts';
import type { GhostKind, GhostLane, MapBlock, MapFunnel, MapGhost } from './block-map-shape.ts';
import { mergeSmall, visibleWidths } from './block-map-widths.ts';
import { itemKey, rangeKey } from './context-rows.ts';

/** Ghosts of one kind that are drawn at most. */
const MOST_OF_A_KIND = 16;

interface Gone {
  readonly kind: GhostKind;
  readonly rowKey: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly tokens: number;
  readonly source: TokenSource;
  readonly standInKey: string | undefined;
}

const KIND_ORDER: readonly GhostKind[] = ['condensed', 'left', 'cut'];

/** Lays out what left and what was cut; `undefined` where every message is sent whole. */
export function ghostLane(
  plan: PlanFacts,
  blocks: readonly MapBlock[],
  {
    widthPixels,
    pixelsPerToken,
  }: { readonly widthPixels: number; readonly pixelsPerToken: number },
): GhostLane | undefined {
  const gone = everythingGone(plan, blocks);
  if (gone.length === 0) return undefined;
  const tokens = gone.reduce((all, some) => all + some.tokens, 0);
  const isCapped = tokens * pixelsPerToken > widthPixels;
  const scale = isCapped ? widthPixels / Math.max(1, tokens) : pixelsPerToken;
  const groups = KIND_ORDER.flatMap((kind) =>
    merged(
      gone.filter((some) => some.kind === kind),
      scale,
    ),
  );
  const sizes = groups.map((group) => group.reduce((all, some) => all + some.tokens, 0));
  const atLeast = groups.length * 3;
  const pixels = Math.min(widthPixels, Math.max(atLeast, Math.round(tokens * scale)));
  const widths = visibleWidths(sizes, pixels);
  let left = 0;
  const ghosts = groups.map((group, index) => {
    const width = widths[index] ?? 0;
    const ghost = ghostOf(group, { left, width, tokens: sizes[index] ?? 0 });
    left += width;
    return ghost;
  });
  return {
    ghosts,
    funnels: funnelsOf(ghosts, blocks),
    tokens,
    timesSmaller: isCapped && widthPixels > 0 ? (tokens * pixelsPerToken) / widthPixels : 1,
  };
}

function merged(gone: readonly Gone[], scale: number): readonly (readonly Gone[])[] {
  // Messages that were cut may merge whichever block each is in, ranges only under one summary.
  const parts = gone.map(({ kind, tokens, standInKey }) => ({
    tokens,
    mergesAs: kind === 'cut' ? kind : `${kind} ${standInKey}`,
  }));
  const stretches = mergeSmall(parts, scale, MOST_OF_A_KIND);
  return stretches.map(({ from, to }) => gone.slice(from, to));
}

function everythingGone(plan: PlanFacts, blocks: readonly MapBlock[]): readonly Gone[] {
  const indexOf = new Map(plan.items.map(({ id }, index) => [id, index]));
  const standIns = standInFinder(blocks);
  const condensed = new Set(
    plan.items.filter(({ kind }) => kind === 'condensed').map(({ id }) => id),
  );
  const ranges = plan.ranges.map((range): Gone => {
    const by = range.decision.by?.find((id) => condensed.has(id));
    return {
      kind: by === undefined ? 'left' : 'condensed',
      rowKey: rangeKey(range.fromSeq),
      ...seqsOf(range),
      tokens: range.decision.tokens.raw,
      source: range.decision.tokens.source,
      standInKey: by === undefined ? undefined : standIns(indexOf.get(by)),
    };
  });
  const cuts = plan.items.flatMap((item, index) => cutOf(item, standIns, index));
  return [...ranges, ...cuts];
}

/** Tokens of a message that are not sent with it; 0 where it is sent whole. */
export function cutTokens({ kind, decision }: ItemFacts): number {
  if (kind !== 'entry') return 0;
  return Math.max(0, decision.tokens.raw - decision.tokens.sent);
}

function seqsOf({ fromSeq, toSeq }: PlanRange): {
  readonly fromSeq: number;
  readonly toSeq: number;
} {
  return { fromSeq, toSeq };
}

function cutOf(
  item: ItemFacts,
  standIns: (index: number) => string | undefined,
  index: number,
): readonly Gone[] {
  const tokens = cutTokens(item);
  if (tokens === 0 || item.seq === undefined) return [];
  return [
    {
      kind: 'cut',
      rowKey: itemKey(item.id),
      fromSeq: item.seq,
      toSeq: item.seq + 1,
      tokens,
      source: item.decision.tokens.source,
      standInKey: standIns(index),
    },
  ];
}

/** The key of the block that holds an item. */
function standInFinder(
  blocks: readonly MapBlock[],
): (index: number | undefined) => string | undefined {
  const keys: string[] = [];
  for (const { key, fromIndex, toIndex } of blocks) {
    for (let index = fromIndex; index < toIndex; index++) keys[index] = key;
  }
  return (index) => (index === undefined ? undefined : keys[index]);
}

function ghostOf(
  group: readonly Gone[],
  place: { readonly left: number; readonly width: number; readonly tokens: number },
): MapGhost {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) throw new RangeError('A ghost of the map stands for something.');
  const { kind, rowKey, fromSeq, standInKey } = first;
  const isOneStandIn = group.every((some) => some.standInKey === standInKey);
  return {
    key: `ghost:${kind}:${rowKey}`,
    ...{ kind, rowKey, fromSeq },
    standInKey: isOneStandIn ? standInKey : undefined,
    toSeq: last.toSeq,
    messages: group.reduce((all, some) => all + some.toSeq - some.fromSeq, 0),
    ...place,
    tokenSource: jointSource(group.map(({ source }) => source)),
  };
}

/** As sure as the least sure of them. */
export function jointSource(sources: readonly TokenSource[]): TokenSource {
  return sources.find((source) => source !== 'counted') ?? 'counted';
}

function funnelsOf(ghosts: readonly MapGhost[], blocks: readonly MapBlock[]): readonly MapFunnel[] {
  const blockOf = new Map(blocks.map((block) => [block.key, block]));
  const funnels: MapFunnel[] = [];
  for (const ghost of ghosts) {
    const last = funnels.at(-1);
    if (last && last.standInKey === ghost.standInKey && last.kind === ghost.kind) {
      const ghostKeys = [...last.ghostKeys, ghost.key];
      funnels[funnels.length - 1] = { ...last, ghostKeys, width: last.width + ghost.width };
      continue;
    }
    const to =
      ghost.standInKey === undefined ? undefined : blockOf.get(ghost.standInKey)?.pieces[0];
    if (!to || ghost.standInKey === undefined) continue;
    const { kind, left, width, standInKey } = ghost;
    funnels.push({ kind, ghostKeys: [ghost.key], left, width, standInKey, to });
  }
  return funnels;
}
