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
import type { Decision, RuleCode } from './decision.ts';
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
  const items: PlanItem[] = [];
  const withheld: Decision[] = [];
  for (const outcome of outcomes) {
    const { sent } = outcome;
    if (sent) items.push(itemOf(outcome, sent, measurer));
    else withheld.push(decideSection(outcome, measurer));
  }
  const isSent = items.length > 0;
  const place = isSent ? livePlaceIn(input.items, placement, liveHosts) : NO_LIVE_TIER.place;
  return { items, withheld, place, degraded: outcomes.flatMap(degradationOf) };
}

const lastMade = new WeakMap<SectionOutcome, PlanItem>();

/** The same object while nothing about it changes, so that anyone who compares plans sees it at once. */
function itemOf(outcome: SectionOutcome, { message }: SentText, measurer: Measurer): PlanItem {
  const last = lastMade.get(outcome);
  if (last) return last;
  const { id, kind } = outcome.section;
  const decision = decideSection(outcome, measurer);
  const item: PlanItem = { id, kind, tier: 'live', message: wellFormedMessage(message), decision };
  lastMade.set(outcome, item);
  return item;
}

const LIMIT_RULES = {
  share: 'LIVE_OVER_SHARE',
  room: 'LIVE_NO_ROOM',
  failure: 'LIVE_SECTION_FAILED',
} as const satisfies Readonly<Record<string, RuleCode>>;

/** Why a section is sent as it is, or why it is withheld. */
function decideSection(outcome: SectionOutcome, measurer: Measurer): Decision {
  const { sent, limit, shareTokens, roomTokens } = outcome;
  const decided = {
    tier: 'live',
    fate: !sent ? 'not-selected' : limit ? 'trimmed' : 'sent',
    rule: limit ? LIMIT_RULES[limit] : 'LIVE_STATE',
    numbers: { shareTokens, roomTokens },
  } as const;
  return sectionDecision(outcome, decided, measurer);
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
