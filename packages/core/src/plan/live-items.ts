import {
  type LiveHosts,
  type LivePlace,
  type LivePlacement,
  livePlaceIn,
} from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import { type SectionOutcome, type SentText, sectionTexts } from '../live/section-texts.ts';
import { wellFormedMessage } from '../message/well-formed.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Degradation } from './context-plan.ts';
import type { Decision, Remedy, RuleCode } from './decision.ts';
import type { PlanItem } from './plan-item.ts';
import { sectionDecision } from './section-decision.ts';

/** The sections of the live tier, and the room that they have to fit into. */
export interface LiveInput {
  readonly sections: readonly LiveSection[];
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

/** The live tier takes what is left, and yields before anything else does [BUD-3]. */
export function liveTierOf(input: LiveInput): LiveTier {
  const { inputTokens, freeTokens, measurer, sections, placement, liveHosts } = input;
  const outcomes = sectionTexts({ sections, inputTokens, freeTokens, measurer });
  if (outcomes.length === 0) return NO_LIVE_TIER;
  const neededTokens = outcomes.reduce(
    (sum, one) => sum + one.wholeTokens + SEAM_TOKENS,
    input.wholeTokens,
  );
  const items: PlanItem[] = [];
  const withheld: Decision[] = [];
  for (const outcome of outcomes) {
    const { sent } = outcome;
    if (sent) items.push(itemOf(outcome, sent, neededTokens, measurer));
    else withheld.push(decideSection(outcome, neededTokens, measurer));
  }
  const isSent = items.length > 0;
  const place = isSent ? livePlaceIn(input.items, placement, liveHosts) : NO_LIVE_TIER.place;
  return { items, withheld, place, degraded: outcomes.flatMap(degradationOf) };
}

/** An item, and the input budget that would hold everything, nothing cut. */
interface MadeItem {
  readonly neededTokens: number;
  readonly item: PlanItem;
}

const lastMade = new WeakMap<SectionOutcome, MadeItem>();

/** The same object while nothing about it changes, so that anyone who compares plans sees it at once. */
function itemOf(
  outcome: SectionOutcome,
  { message }: SentText,
  neededTokens: number,
  measurer: Measurer,
): PlanItem {
  const last = lastMade.get(outcome);
  if (last && (!outcome.limit || last.neededTokens === neededTokens)) return last.item;
  const { id, kind } = outcome.section;
  const decision = decideSection(outcome, neededTokens, measurer);
  const item: PlanItem = { id, kind, tier: 'live', message: wellFormedMessage(message), decision };
  lastMade.set(outcome, { neededTokens, item });
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
  neededTokens: number,
  measurer: Measurer,
): Decision {
  const { sent, limit, shareTokens, roomTokens } = outcome;
  const decided = {
    tier: 'live',
    fate: !sent ? 'not-selected' : limit ? 'trimmed' : 'sent',
    rule: limit ? LIMIT_RULES[limit] : 'LIVE_STATE',
    numbers: { shareTokens, roomTokens },
    ...(limit && limit !== 'failure' && { remedies: [roomFor(outcome, neededTokens)] }),
  } as const;
  return sectionDecision(outcome, decided, measurer);
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
