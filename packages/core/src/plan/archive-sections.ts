import type { LiveSection } from '../live/live-section.ts';
import { type SectionOutcome, sectionTexts } from '../live/section-texts.ts';
import { wellFormedMessage } from '../message/well-formed.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Decision } from './decision.ts';
import type { PlanItem } from './plan-item.ts';
import { sectionDecision } from './section-decision.ts';

/** Sections of the archive tier, and the room that they have to fit into. */
export interface ArchiveInput {
  readonly sections: readonly LiveSection[];
  readonly transcript: Transcript;
  readonly inputTokens: number;
  /** Tokens of the system text and the tools. */
  readonly fixedTokens: number;
  readonly measurer: Measurer;
}

/** The sections of the archive tier as they are sent. */
export interface ArchiveSections {
  readonly items: readonly PlanItem[];
  /** Why sections with something to say are not sent. */
  readonly withheld: readonly Decision[];
  readonly tokens: number;
}

const lastMade = new WeakMap<SectionOutcome, PlanItem>();

/**
 * The sections of the archive tier, each held to its share of the input budget. One that finds no room
 * beside what cannot leave is withheld as a whole: cut to another length with each call, it would have a
 * cache read nothing behind it.
 */
export function archiveSectionsOf(input: ArchiveInput): ArchiveSections {
  const { sections, transcript, inputTokens, fixedTokens, measurer } = input;
  let freeTokens = inputTokens - fixedTokens - protectedTokens(transcript);
  const items: PlanItem[] = [];
  const withheld: Decision[] = [];
  for (const outcome of sectionTexts({
    tier: 'archive',
    sections,
    inputTokens,
    freeTokens: inputTokens,
    measurer,
  })) {
    const sentTokens = outcome.sent?.tokens ?? 0;
    if (outcome.sent && sentTokens <= freeTokens) {
      freeTokens -= sentTokens;
      items.push(itemOf(outcome, outcome.sent.message, measurer));
    } else withheld.push(decisionOf(outcome, false, measurer, Math.max(0, freeTokens)));
  }
  const tokens = items.reduce((sum, { decision }) => sum + decision.tokens.sent, 0);
  return { items, withheld, tokens };
}

/** Tokens of what cannot leave: system messages at the start, the anchor, the current message, the newest unit. */
function protectedTokens(transcript: Transcript): number {
  const { log, length, leadingSystems, anchorSeq, lastUserSeq } = transcript;
  const newest = newestUnitStart(transcript);
  let tokens = 0;
  for (let seq = 0; seq < leadingSystems; seq += 1) tokens += log.at(seq).tokens.value;
  for (const seq of new Set([anchorSeq, lastUserSeq])) {
    if (seq !== undefined && seq < newest) tokens += log.at(seq).tokens.value;
  }
  for (let seq = Math.max(newest, leadingSystems); seq < length; seq += 1) {
    tokens += log.at(seq).tokens.value;
  }
  return tokens;
}

/** The same object while nothing about it changes. */
function itemOf(
  outcome: SectionOutcome,
  message: PlanItem['message'],
  measurer: Measurer,
): PlanItem {
  const known = lastMade.get(outcome);
  if (known) return known;
  const { id, kind } = outcome.section;
  const decision = decisionOf(outcome, true, measurer);
  const item = {
    id,
    kind,
    tier: 'archive',
    message: wellFormedMessage(message),
    decision,
  } as const;
  lastMade.set(outcome, item);
  return item;
}

function decisionOf(
  outcome: SectionOutcome,
  isSent: boolean,
  measurer: Measurer,
  roomTokens = outcome.shareTokens,
): Decision {
  const { limit, shareTokens } = outcome;
  const isCut = limit === 'share' && isSent;
  const withheld = limit === 'failure' ? 'LIVE_SECTION_FAILED' : 'LIVE_NO_ROOM';
  const rule = !isSent ? withheld : isCut ? 'LIVE_OVER_SHARE' : 'ARCHIVE_SECTION';
  const fate = !isSent ? 'not-selected' : isCut ? 'trimmed' : 'sent';
  const numbers = { shareTokens, roomTokens };
  return sectionDecision(outcome, { tier: 'archive', fate, rule, numbers }, measurer);
}
