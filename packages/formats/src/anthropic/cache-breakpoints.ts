import { isPlainObject, type reading } from '@agent-memory/core/internal';
import type { Block } from './write-blocks.ts';

/** More than so many breakpoints a request may not have. Source: Claude docs, "Prompt caching". */
const MOST_BREAKPOINTS = 4;

/** Kinds of blocks that can be a breakpoint; reasoning cannot. */
const CACHEABLE: ReadonlySet<string> = new Set([
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
]);

/** Tells whether a block can be a breakpoint. */
export function isCacheable({ type }: Block): boolean {
  return CACHEABLE.has(type);
}

/** A breakpoint: at a block, or at a piece of a result's content. */
interface Breakpoint {
  readonly block: number;
  readonly piece: number | undefined;
  readonly control: reading.Fields;
}

/**
 * The blocks of a whole request, system first, with breakpoints at the places that are wanted, the
 * most useful first. Those that the caller set stay, and ours are added while there is room. Of more
 * than four the newest stay and the last one in the system text. One that stands before another
 * that is kept for an hour is kept so long too: the provider refuses the longer behind the shorter.
 *
 * @param systems how many of the blocks are system text
 * @param wanted each by the number of blocks up to its own; the nearest that can have one gets it
 */
export function withBreakpoints(
  blocks: readonly Block[],
  systems: number,
  wanted: readonly number[],
): readonly Block[] {
  const kept = callersBreakpoints(blocks, systems);
  for (const end of wanted) {
    const block = blocks.findLastIndex((candidate, at) => at < end && isCacheable(candidate));
    const isSystem = end <= systems;
    const isPlaced = block >= (isSystem ? 0 : systems);
    const isTaken = kept.some((other) => other.block === block && other.piece === undefined);
    if (!isPlaced || isTaken || kept.length >= MOST_BREAKPOINTS) continue;
    kept.push({ block, piece: undefined, control: { type: 'ephemeral' } });
  }
  const lastHour = kept.reduce(
    (last, { block, control }) => (control.ttl === '1h' ? Math.max(last, block) : last),
    -1,
  );
  return blocks.map((block, at) => {
    const own = kept
      .filter((breakpoint) => breakpoint.block === at)
      .map((breakpoint) => (at < lastHour ? hourLong(breakpoint) : breakpoint));
    return withOwn(block, own);
  });
}

function hourLong(breakpoint: Breakpoint): Breakpoint {
  return { ...breakpoint, control: { ...breakpoint.control, ttl: '1h' } };
}

function callersBreakpoints(blocks: readonly Block[], systems: number): Breakpoint[] {
  const all = blocks.flatMap(breakpointsOf);
  if (all.length <= MOST_BREAKPOINTS) return all;
  const ofSystem = all.findLast((breakpoint) => breakpoint.block < systems);
  const others = all.filter((breakpoint) => breakpoint !== ofSystem);
  const room = MOST_BREAKPOINTS - (ofSystem ? 1 : 0);
  return [...(ofSystem ? [ofSystem] : []), ...others.slice(-room)];
}

function breakpointsOf(block: Block, at: number): readonly Breakpoint[] {
  const ofPieces = piecesOf(block).flatMap((piece, index) => breakpointOf(piece, at, index));
  return [...ofPieces, ...breakpointOf(block, at, undefined)];
}

function breakpointOf(
  { cache_control: control }: reading.Fields,
  block: number,
  piece: number | undefined,
): readonly Breakpoint[] {
  return isPlainObject(control) ? [{ block, piece, control }] : [];
}

function piecesOf({ type, content }: Block): readonly reading.Fields[] {
  return type === 'tool_result' && Array.isArray(content) ? content : [];
}

/** The block with these breakpoints and no others; itself where it has just them. */
function withOwn(block: Block, own: readonly Breakpoint[]): Block {
  const pieces = piecesOf(block);
  const given = breakpointsOf(block, 0);
  const isSame =
    given.length === own.length &&
    given.every(({ control }, index) => control === own[index]?.control);
  if (isSame) return block;
  return {
    ...withControl(block, controlAt(own, undefined)),
    type: block.type,
    ...(pieces.length > 0 && {
      content: pieces.map((piece, index) => withControl(piece, controlAt(own, index))),
    }),
  };
}

function controlAt(
  own: readonly Breakpoint[],
  piece: number | undefined,
): reading.Fields | undefined {
  return own.find((breakpoint) => breakpoint.piece === piece)?.control;
}

function withControl(fields: reading.Fields, control: reading.Fields | undefined): reading.Fields {
  const { cache_control: _, ...others } = fields;
  return control ? { ...others, cache_control: control } : others;
}
