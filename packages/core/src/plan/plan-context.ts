import type { TokenBudget } from '../budget/token-budget.ts';
import type { Overlays } from '../compaction/overlay.ts';
import type { Message } from '../message/message.ts';
import { renderScratchpad } from '../scratchpad/render-scratchpad.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenCount } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type {
  ContextPlan,
  Degradation,
  PlanItem,
  PlanRange,
  SentTier,
  Tier,
  TierTotal,
} from './context-plan.ts';
import { decideCondensed, decideEntry, decideRange, decideRepair } from './decide.ts';
import type { Decision } from './decision.ts';
import { unitsOf, type View, type ViewSegment, viewOf } from './view.ts';

/** What stands before and beside the messages: the system text and the tools. */
export interface FixedContext {
  readonly system?: { readonly message: Message; readonly tokens: TokenCount };
  readonly tools?: { readonly message: Message; readonly tokens: TokenCount };
}

export interface PlanInput {
  readonly sessionId: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  readonly fixed: FixedContext;
  readonly scratchpad: unknown;
  readonly degraded: readonly Degradation[];
  readonly measurer: Measurer;
}

/** The newest turns that make up the working tier. */
const WORKING_TURNS = 2;
/** What a live text may cost over its bare tokens: a message of its own around it. */
const LIVE_FRAMING_TOKENS = 4;

/**
 * The context array and the reason for every item of it. Pure: reads its input, decides nothing
 * that overlays have not decided, and changes nothing.
 */
export function planContext(input: PlanInput): ContextPlan {
  const view = viewOf(input.transcript, input.overlays, input.measurer);
  const workingStart = workingStartOf(view, input.transcript);
  const items: PlanItem[] = fixedItems(input.fixed);
  const ranges: PlanRange[] = [];
  let isLeading = true;
  for (const segment of view.segments) {
    if (segment.kind === 'range') {
      ranges.push(decideRange(segment.range, input.overlays.condensed, input.budget));
      continue;
    }
    isLeading &&= isSystemUnit(segment);
    const tier = isLeading ? 'system' : tierOf(segment, workingStart);
    for (const item of segmentItems(segment, tier, input)) items.push(item);
  }
  const live = liveItem(input, sum(items));
  if (live?.item) items.push(live.item);
  const withheld = live && !live.item ? [live.decision] : [];
  return finished(input, items, ranges, withheld);
}

function finished(
  input: PlanInput,
  items: readonly PlanItem[],
  ranges: readonly PlanRange[],
  withheld: readonly Decision[],
): ContextPlan {
  const { budget } = input;
  const totalTokens = sum(items);
  const isCounted = items.every((item) => item.decision.tokens.source === 'counted');
  return {
    version: 1,
    sessionId: input.sessionId,
    transcriptLength: input.transcript.length,
    epoch: input.overlays.epoch,
    budget,
    items: Object.freeze(items),
    ranges: Object.freeze(ranges),
    withheld: Object.freeze(withheld),
    totalTokens,
    tokenSource: isCounted ? 'counted' : 'estimated',
    tiers: tierTotals(items, budget),
    freeTokens: budget.inputTokens - totalTokens,
    livePlacement: placementOf(items),
    degraded: input.degraded,
  };
}

function fixedItems(fixed: FixedContext): PlanItem[] {
  const items: PlanItem[] = [];
  for (const kind of ['system', 'tools'] as const) {
    const part = fixed[kind];
    if (!part) continue;
    const rule = kind === 'system' ? 'SYSTEM_PROTECTED' : 'TOOLS_COUNTED';
    const { value, source } = part.tokens;
    items.push({
      id: kind,
      kind,
      tier: 'system',
      message: part.message,
      decision: {
        itemId: kind,
        tier: 'system',
        fate: 'sent',
        rule,
        tokens: { raw: value, sent: value, source },
        numbers: {},
      },
    });
  }
  return items;
}

function* segmentItems(
  segment: Exclude<ViewSegment, { kind: 'range' }>,
  tier: SentTier,
  input: PlanInput,
): Generator<PlanItem> {
  if (segment.kind === 'condensed') {
    const { id } = segment.condensed;
    const { message } = segment;
    yield { id, kind: 'condensed', tier, message, decision: decideCondensed(segment, input) };
    return;
  }
  for (const [index, member] of segment.members.entries()) {
    const { entry, message } = member;
    if (member.kind === 'entry') {
      const decision = decideEntry(member, tier, input);
      yield { id: entry.id, kind: 'entry', tier, seq: entry.seq, message, decision };
    } else {
      const id = `${entry.id}/repair-${index}`;
      const decision = decideRepair(member, id, tier);
      yield { id, kind: 'repair', tier, seq: entry.seq, message, decision };
    }
  }
}

function isSystemUnit(segment: ViewSegment): boolean {
  return (
    segment.kind === 'unit' &&
    segment.members.every((member) => member.entry.message.role === 'system')
  );
}

function tierOf(segment: ViewSegment, workingStart: number): SentTier {
  return segment.kind === 'unit' && segment.start >= workingStart ? 'working' : 'archive';
}

/** Where the working tier begins: with the newest turns, and never before the last range that left. */
function workingStartOf(view: View, transcript: Transcript): number {
  const afterAnchor = (transcript.anchorSeq ?? -1) + 1;
  const lastRange = view.segments.findLast((segment) => segment.kind === 'range');
  const earliest = Math.max(afterAnchor, lastRange?.range.toSeq ?? 0);
  let turns = 0;
  const turnStart = unitsOf(view).findLast((unit) => {
    if (unit.members[0]?.entry.message.role === 'user') turns += 1;
    return turns === WORKING_TURNS;
  });
  return Math.max(earliest, turnStart?.start ?? 0);
}

/** Live state takes what is left and shrinks to nothing before anything else gives way [BUD-3]. */
function liveItem(
  input: PlanInput,
  sentTokens: number,
): { readonly item?: PlanItem; readonly decision: Decision } | undefined {
  const { measurer, scratchpad, budget } = input;
  const whole = wholePad(scratchpad, measurer);
  if (whole.text === '') return undefined;
  const roomTokens = budget.inputTokens - sentTokens - LIVE_FRAMING_TOKENS;
  const { text, tokens } = whole.tokens <= roomTokens ? whole : cutPad(input, whole, roomTokens);
  const raw = whole.tokens + LIVE_FRAMING_TOKENS;
  const sent = text === '' ? 0 : tokens + LIVE_FRAMING_TOKENS;
  const decision: Decision = {
    itemId: 'scratchpad',
    tier: 'live',
    fate: fateOfLive(text, whole.text),
    rule: text === whole.text ? 'LIVE_STATE' : 'LIVE_NO_ROOM',
    tokens: { raw, sent, source: measurer.source },
    numbers: { roomTokens: Math.max(0, roomTokens) },
  };
  if (text === '') return { decision };
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
  return {
    item: { id: 'scratchpad', kind: 'scratchpad', tier: 'live', message, decision },
    decision,
  };
}

interface RenderedPad {
  readonly text: string;
  readonly tokens: number;
}

const wholePads = new WeakMap<Measurer, WeakMap<object, RenderedPad>>();

/** The pad uncut; the same pad is rendered and counted once for a measurer, not at every plan [TOK-3]. */
function wholePad(pad: unknown, measurer: Measurer): RenderedPad {
  if (typeof pad !== 'object' || pad === null) return renderedWhole(pad, measurer);
  const ofMeasurer = wholePads.get(measurer) ?? new WeakMap<object, RenderedPad>();
  wholePads.set(measurer, ofMeasurer);
  const known = ofMeasurer.get(pad);
  if (known) return known;
  const whole = renderedWhole(pad, measurer);
  ofMeasurer.set(pad, whole);
  return whole;
}

function renderedWhole(pad: unknown, measurer: Measurer): RenderedPad {
  const text = renderScratchpad(pad, Number.POSITIVE_INFINITY, () => 0);
  return { text, tokens: text === '' ? 0 : measurer.text(text) };
}

/** As much of the pad as fits; what is known of the whole is not counted again. */
function cutPad(
  { scratchpad, measurer }: PlanInput,
  whole: RenderedPad,
  roomTokens: number,
): RenderedPad {
  const counts = new Map([[whole.text, whole.tokens]]);
  const count = (text: string) => {
    const tokens = counts.get(text) ?? measurer.text(text);
    counts.set(text, tokens);
    return tokens;
  };
  const text = renderScratchpad(scratchpad, roomTokens, count);
  return { text, tokens: text === '' ? 0 : count(text) };
}

function fateOfLive(text: string, whole: string): Decision['fate'] {
  if (text === whole) return 'sent';
  return text === '' ? 'not-selected' : 'trimmed';
}

/** Inside the last message where the user or a tool spoke last; else as a message of its own. */
function placementOf(items: readonly PlanItem[]): ContextPlan['livePlacement'] {
  if (items.at(-1)?.tier !== 'live') return { kind: 'none' };
  const last = items.findLast((item) => item.tier !== 'live' && item.kind !== 'tools');
  const canHost = last && (last.message.role === 'user' || last.message.role === 'tool');
  return canHost && last.kind !== 'condensed'
    ? { kind: 'inside', itemId: last.id }
    : { kind: 'message' };
}

function tierTotals(
  items: readonly PlanItem[],
  budget: TokenBudget,
): Readonly<Record<Tier, TierTotal>> {
  const totals: Record<Tier, { tokens: number; items: number }> = {
    system: { tokens: 0, items: 0 },
    archive: { tokens: 0, items: 0 },
    working: { tokens: 0, items: 0 },
    live: { tokens: 0, items: 0 },
    headroom: { tokens: budget.contextWindow - budget.inputTokens, items: 0 },
  };
  for (const item of items) {
    totals[item.tier].tokens += item.decision.tokens.sent;
    totals[item.tier].items += 1;
  }
  return totals;
}

function sum(items: readonly PlanItem[]): number {
  return items.reduce((total, item) => total + item.decision.tokens.sent, 0);
}
