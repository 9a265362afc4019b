import type { LiveSection } from '../live/live-section.ts';
import { type SectionOutcome, sectionTexts } from '../live/section-texts.ts';
import { wellFormedMessage } from '../message/well-formed.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Decision } from './decision.ts';
import type { PlanItem } from './plan-item.ts';

/** Sections of the archive tier, and the room that they have to fit into. */
export interface ArchiveInput {
  readonly sections: readonly LiveSection[];
  readonly inputTokens: number;
  /** Tokens that everything which cannot leave makes up. */
  readonly neededTokens: number;
  readonly measurer: Measurer;
}

/** The sections of the archive tier as they are sent. */
export interface ArchiveSections {
  readonly items: readonly PlanItem[];
  /** Why sections with something to say are not sent. */
  readonly withheld: readonly Decision[];
  readonly tokens: number;
}

export const NO_ARCHIVE_SECTIONS: ArchiveSections = { items: [], withheld: [], tokens: 0 };

const lastMade = new WeakMap<SectionOutcome, PlanItem>();

/**
 * The sections of the archive tier, each held to its share of the input budget. One that finds no room
 * beside what cannot leave is withheld as a whole: cut to another length with each call, it would have a
 * cache read nothing behind it.
 */
export function archiveSectionsOf(input: ArchiveInput): ArchiveSections {
  const { sections, inputTokens, neededTokens, measurer } = input;
  if (sections.length === 0) return NO_ARCHIVE_SECTIONS;
  let freeTokens = inputTokens - neededTokens;
  const items: PlanItem[] = [];
  const withheld: Decision[] = [];
  for (const outcome of sectionTexts({
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

/** The items of a context with those sections in their place: behind what the system says. */
export function withArchiveSections(
  items: readonly PlanItem[],
  sections: readonly PlanItem[],
): readonly PlanItem[] {
  if (sections.length === 0) return items;
  const at = items.findIndex(({ tier }) => tier !== 'system');
  return items.toSpliced(at < 0 ? items.length : at, 0, ...sections);
}

/** Those sections among the items of a plan; the rest of a long context is not walked. */
export function archiveSectionsIn(items: readonly PlanItem[]): readonly PlanItem[] {
  const from = items.findIndex(({ tier }) => tier !== 'system');
  if (from < 0) return [];
  const length = items.slice(from).findIndex(({ kind }) => OTHER_KINDS.has(kind));
  return items.slice(from, length < 0 ? undefined : from + length).filter(isOfArchive);
}

function isOfArchive({ tier }: PlanItem): boolean {
  return tier === 'archive';
}

const OTHER_KINDS: ReadonlySet<string> = new Set(['entry', 'condensed', 'repair']);

/** Tokens of what cannot leave: system messages at the start, the anchor, the current message, the newest unit. */
export function protectedTokens(transcript: Transcript): number {
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
  const item: PlanItem = {
    id,
    kind,
    tier: 'archive',
    message: wellFormedMessage(message),
    decision,
  };
  lastMade.set(outcome, item);
  return item;
}

function decisionOf(
  { section, sent, limit, wholeTokens, shareTokens, usedPercent, reason, parts }: SectionOutcome,
  isSent: boolean,
  { source }: Measurer,
  roomTokens = shareTokens,
): Decision {
  const isCut = limit === 'share' && isSent;
  const withheld = limit === 'failure' ? 'LIVE_SECTION_FAILED' : 'LIVE_NO_ROOM';
  const rule = !isSent ? withheld : isCut ? 'LIVE_OVER_SHARE' : 'ARCHIVE_SECTION';
  const decision: Decision = {
    itemId: section.id,
    tier: 'archive',
    fate: !isSent ? 'not-selected' : isCut ? 'trimmed' : 'sent',
    rule,
    tokens: { raw: wholeTokens, sent: isSent ? (sent?.tokens ?? 0) : 0, source },
    numbers: { shareTokens, roomTokens, usedShare: usedPercent / 100 },
    ...(parts && {
      parts: parts.map(({ id: itemId, tokens, numbers = {}, ...part }) => ({
        ...part,
        itemId,
        tier: 'archive' as const,
        tokens: { raw: tokens, sent: isSent && part.fate === 'sent' ? tokens : 0, source },
        numbers,
      })),
    }),
  };
  return reason && isSent
    ? { ...decision, ...reason, numbers: { ...decision.numbers, ...reason.numbers } }
    : decision;
}
