import type { LiveHosts } from '../live/live-hosts.ts';
import { type LivePlace, type LivePlacement, livePlaceIn } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import {
  type CountedPart,
  type SectionOutcome,
  type SentText,
  sectionTexts,
} from '../live/section-texts.ts';
import { wellFormedMessage } from '../message/well-formed.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenSource } from '../tokens/token-counter.ts';
import type { Degradation } from './context-plan.ts';
import type { Decision, Remedy, RuleCode } from './decision.ts';
import type { PlanItem } from './plan-item.ts';

/** The sections of the live tier, and the room that they have to fit into. */
export interface LiveInput {
  readonly sections: readonly LiveSection[];
  /** The sections as they were when the run began; for `run-start`. */
  readonly runStartSections: readonly LiveSection[] | undefined;
  readonly placement: LivePlacement;
  readonly liveHosts: LiveHosts;
  readonly measurer: Measurer;
  /** Everything that is sent but the live tier. */
  readonly items: readonly PlanItem[];
  readonly inputTokens: number;
  /** The tokens that the input budget has left for it. */
  readonly freeTokens: number;
  /** Everything else that there is, whether it is sent or not. */
  readonly wholeTokens: number;
  readonly lastUserSeq: number | undefined;
}

/** The live tier of a plan. */
export interface LiveTier {
  /** One for each section that is sent; all of them travel in one place. */
  readonly items: readonly PlanItem[];
  /** Why sections with something to say are not sent. */
  readonly withheld: readonly Decision[];
  readonly place: LivePlace;
  /** The sections that are not sent as they stand. */
  readonly degraded: readonly Degradation[];
}

const NO_LIVE_TIER: LiveTier = { items: [], withheld: [], place: { kind: 'none' }, degraded: [] };

/** The live tier takes what is left, and gives way before anything else does [BUD-3]. */
export function liveTierOf(input: LiveInput): LiveTier {
  // Spelled out, here and below: plans are made on every append, and copies cost more than all the rest.
  const { inputTokens, freeTokens, measurer, placement, liveHosts, lastUserSeq } = input;
  const sections = sectionsToSend(input);
  const outcomes = sectionTexts({ sections, inputTokens, freeTokens, measurer });
  if (outcomes.length === 0) return NO_LIVE_TIER;
  const tokens = outcomes.reduce((sum, { sent }) => sum + (sent?.tokens ?? 0), 0);
  const request = { placement, liveHosts, tokens, lastUserSeq };
  const place = tokens > 0 ? livePlaceIn(input.items, request) : undefined;
  let rewrittenTokens = place?.rewrittenTokens ?? 0;
  const neededTokens = outcomes.reduce(
    (sum, one) => sum + one.wholeTokens + SEAM_TOKENS,
    input.wholeTokens,
  );
  const items: PlanItem[] = [];
  const withheld: Decision[] = [];
  for (const outcome of outcomes) {
    const { sent } = outcome;
    if (sent) items.push(itemOf(outcome, sent, { rewrittenTokens, neededTokens }, input));
    else withheld.push(decideSection(outcome, { rewrittenTokens, neededTokens }, input));
    // A change of one makes those behind it be read anew, not those ahead of it.
    rewrittenTokens -= sent?.tokens ?? 0;
  }
  const degraded = outcomes.flatMap(degradationOf);
  return { items, withheld, place: place ?? NO_LIVE_TIER.place, degraded };
}

function sectionsToSend({ sections, runStartSections, placement }: LiveInput) {
  if (placement !== 'run-start' || !runStartSections) return sections;
  return sections.map((section) => runStartSections.find(({ id }) => id === section.id) ?? section);
}

/** The figures of the whole tier, in tokens. */
interface LiveFigures {
  readonly rewrittenTokens: number;
  /** The input budget that would hold everything, nothing cut. */
  readonly neededTokens: number;
}

/** An item, and what it was made from beside its outcome. */
interface MadeItem extends LiveFigures {
  readonly placement: LivePlacement;
  readonly item: PlanItem;
}

const lastMade = new WeakMap<SectionOutcome, MadeItem>();

/** The same object while nothing about it changes, so that whoever compares plans sees it at once. */
function itemOf(
  outcome: SectionOutcome,
  { message }: SentText,
  figures: LiveFigures,
  input: LiveInput,
): PlanItem {
  const { placement } = input;
  const last = lastMade.get(outcome);
  const { rewrittenTokens, neededTokens } = figures;
  const isAsNeeded = !outcome.limit || last?.neededTokens === neededTokens;
  const isAsPlaced = last?.rewrittenTokens === rewrittenTokens && last.placement === placement;
  if (isAsPlaced && isAsNeeded) return last.item;
  const { id, kind } = outcome.section;
  const decision = decideSection(outcome, figures, input);
  const item: PlanItem = { id, kind, tier: 'live', message: wellFormedMessage(message), decision };
  lastMade.set(outcome, { rewrittenTokens, neededTokens, placement, item });
  return item;
}

const LIMIT_RULES = {
  share: 'LIVE_OVER_SHARE',
  room: 'LIVE_NO_ROOM',
  failure: 'LIVE_SECTION_FAILED',
} as const satisfies Readonly<Record<string, RuleCode>>;

/** Why a section is sent as it is, or why it is withheld. */
function decideSection(
  outcome: SectionOutcome,
  { rewrittenTokens, neededTokens }: LiveFigures,
  { placement, measurer: { source } }: LiveInput,
): Decision {
  const { section, sent, limit, wholeTokens, shareTokens, roomTokens, reason, parts } = outcome;
  const whole = placement === 'run-start' ? 'LIVE_STATE_OF_RUN' : 'LIVE_STATE';
  const usedShare = outcome.usedPercent / 100;
  const figures = { shareTokens, roomTokens, usedShare };
  const decision: Decision = {
    itemId: section.id,
    tier: 'live',
    fate: !sent ? 'not-selected' : limit ? 'trimmed' : 'sent',
    rule: limit ? LIMIT_RULES[limit] : whole,
    tokens: { raw: wholeTokens, sent: sent?.tokens ?? 0, source },
    numbers: sent ? { shareTokens, roomTokens, usedShare, rewrittenTokens } : figures,
    ...(limit && limit !== 'failure' && { remedies: [roomFor(outcome, neededTokens)] }),
    ...(parts && { parts: parts.map((part) => decidePart(part, source)) }),
  };
  if (!reason) return decision;
  const { numbers } = decision;
  return { ...decision, ...reason, numbers: { ...numbers, ...reason.numbers } };
}

function decidePart(part: CountedPart, source: TokenSource): Decision {
  const { id, fate, rule, tokens, numbers = {}, by, sentence, remedy } = part;
  const isSent = fate === 'sent' || fate === 'pinned';
  return {
    itemId: id,
    tier: 'live',
    fate,
    rule,
    tokens: { raw: tokens, sent: isSent ? tokens : 0, source },
    numbers,
    ...(by && { by }),
    sentence,
    ...(remedy !== undefined && { remedy }),
  };
}

/** A text can count a little more where it is joined to its envelope. */
const SEAM_TOKENS = 4;
/** A share is rounded down to two digits. */
const SHARE_SLACK = 1.1;

/** The budget of which a section's share holds it, with room for all the rest. */
function roomFor({ section, wholeTokens }: SectionOutcome, neededTokens: number): Remedy {
  const atLeast = Math.max(
    neededTokens,
    Math.ceil((SHARE_SLACK * (wholeTokens + SEAM_TOKENS)) / section.share),
  );
  return { option: 'inputBudget', atLeast };
}

function degradationOf({
  section,
  limit,
  sent,
  wholeTokens,
  failure,
}: SectionOutcome): readonly Degradation[] {
  if (!limit) return [];
  const problem = failure ?? `${sent?.tokens ?? 0} of its ${wholeTokens} tokens are sent.`;
  return [{ code: LIMIT_RULES[limit], message: `Live section "${section.id}": ${problem}` }];
}
