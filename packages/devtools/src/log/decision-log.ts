import { describeDecision } from '@agent-memory/explain';
import { compactionLine } from '../compactions/compaction-summary.ts';
import { sharedValue, useShared } from '../elements/shared-value.ts';
import type { RowModel } from '../grid/row-model.ts';
import type { KeptCalls } from '../source/call-facts.ts';
import type { CompactionFacts } from '../source/devtools-source.ts';
import type { DecisionPage, LoggedDecision } from '../source/logged-decision.ts';
import {
  capitalised,
  formatTokens,
  formatWhole,
  type MenuItem,
  wordsFrom,
} from '../words/format.ts';

/** A row of the log. */
export interface DecisionRow extends RowModel {
  readonly decision: LoggedDecision;
}

/** The rows that are wanted; '' lets all through. */
export interface DecisionFilter {
  readonly kind: string;
  /** `#24` is that message; anything else is looked for in the words of a row. */
  readonly phrase: string;
}

export const ALL_DECISIONS: DecisionFilter = { kind: '', phrase: '' };

/** The choices of a person in the log; they stay while another tab is looked at. */
export interface DecisionLogView {
  readonly filter: DecisionFilter;
  readonly selectedKey: string | undefined;
}

export const FIRST_LOG_VIEW: DecisionLogView = { filter: ALL_DECISIONS, selectedKey: undefined };

const KIND_WORDS: Readonly<Record<LoggedDecision['kind'], string>> = {
  left: 'out of context',
  condensed: 'summarised',
  shortened: 'shortened',
  back: 'sent whole again',
  retrieved: 'retrieved',
  pinned: 'pinned',
  'not-retrieved': 'not retrieved',
  'gave-way': 'left out',
  restored: 'live state whole again',
  compaction: 'compaction',
  undo: 'compaction undone',
  refused: 'refused',
  'head-move': 'another branch',
  settings: 'settings changed',
  error: 'error',
};

export const decisionKindWords = wordsFrom(KIND_WORDS);

/** `#24 out of context`, `Not retrieved: rec-7`, `Compaction` */
export function decisionTitle(decision: LoggedDecision): string {
  const words = decisionKindWords(decision.kind);
  if ('seq' in decision) return `#${decision.seq} ${words}`;
  if ('itemId' in decision) return `${capitalised(words)}: ${decision.itemId}`;
  return capitalised(words);
}

/** The reason with its figures. `compactions` are those that the memory keeps on record. */
export function decisionSentence(
  decision: LoggedDecision,
  compactions: ReadonlyMap<string, CompactionFacts>,
): string {
  switch (decision.kind) {
    case 'compaction': {
      const record = compactions.get(decision.compactionId);
      return record ? `${compactionLine(record)}.` : 'The memory keeps no record of it any more.';
    }
    case 'undo':
      return 'A compaction was taken back; its messages are in the context again.';
    case 'refused': {
      const { totalTokens, tokenSource, inputTokens } = decision;
      const needed = formatTokens(totalTokens, tokenSource);
      return `Nothing was sent: the context needed ${needed} tokens, and ${formatWhole(inputTokens)} are its limit.`;
    }
    case 'head-move':
      return 'The conversation went on from another message; what was left behind is kept.';
    case 'settings':
      return `Other settings hold from here on, with an input budget of ${formatWhole(decision.inputTokens)} tokens.`;
    case 'error':
      return decision.message;
    default: {
      const whole = wholeDecision(decision);
      return whole
        ? describeDecision(whole).sentence
        : 'It was not among what was found for this call.';
    }
  }
}

/** The decision on the one message, where those that left together share one. */
export function wholeDecision(logged: LoggedDecision) {
  if (!('decision' in logged) || !logged.decision) return undefined;
  if (!('seq' in logged)) return logged.decision;
  const { decision, entryId: itemId, tokens: raw, tokenSource: source } = logged;
  const isOut = logged.kind === 'left' || logged.kind === 'condensed';
  return isOut ? { ...decision, itemId, tokens: { raw, sent: 0, source } } : decision;
}

/** The stable code of the rule; of an error its own. Nothing where a row has none. */
export function ruleOf(decision: LoggedDecision): string | undefined {
  if (decision.kind === 'error') return decision.code;
  return 'decision' in decision ? decision.decision?.rule : undefined;
}

/** The listed decisions, newest first, and the kinds to choose from: those that the phrase finds, and the chosen one. */
export interface FilteredDecisions {
  readonly rows: readonly DecisionRow[];
  readonly kinds: readonly MenuItem<string>[];
}

/** Filters decisions that come oldest first, in one walk. */
export function filterDecisions(
  decisions: readonly LoggedDecision[],
  { kind: wanted, phrase }: DecisionFilter,
  compactions: ReadonlyMap<string, CompactionFacts>,
): FilteredDecisions {
  const sought = decisions.filter(phraseFilter(phrase, compactions));
  const kinds = new Set(sought.map(({ kind }): string => kind));
  if (wanted !== '') kinds.add(wanted);
  return {
    rows: sought
      .filter(({ kind }) => wanted === '' || kind === wanted)
      .map((decision) => ({ key: decision.key, decision }))
      .reverse(),
    kinds: [...kinds].map((value) => ({ value, name: decisionKindWords(value) })),
  };
}

/**
 * Looks for a phrase, whatever its case. Messages that left together share a reason, which is looked
 * through once.
 */
function phraseFilter(
  phrase: string,
  compactions: ReadonlyMap<string, CompactionFacts>,
): (decision: LoggedDecision) => boolean {
  const sought = phrase.trim().toLowerCase();
  if (sought === '') return () => true;
  const seq = /^#(\d+)$/.exec(sought)?.[1];
  if (seq !== undefined) return (decision) => 'seq' in decision && decision.seq === Number(seq);
  const reasons = new WeakMap<object, boolean>();
  return (decision) => {
    const reason = ('decision' in decision && decision.decision) || decision;
    const holds = (text: string) => text.toLowerCase().includes(sought);
    const known =
      reasons.get(reason) ??
      (holds(decisionSentence(decision, compactions)) || holds(ruleOf(decision) ?? ''));
    reasons.set(reason, known);
    return known || holds(decisionTitle(decision));
  };
}

/** The part of the log that is here: every decision from one call on. */
export interface KnownDecisions {
  /** Oldest first. */
  readonly decisions: readonly LoggedDecision[];
  /** The first call that is here whole; `undefined` before the first answer. */
  readonly fromCall: number | undefined;
  /** The last call whose decisions can be no others any more; 0 before the first answer. */
  readonly readTo: number;
}

export const NO_DECISIONS: KnownDecisions = { decisions: [], fromCall: undefined, readTo: 0 };

/** The first call of a session that can be asked for. */
export function firstCall({ first }: KeptCalls): number {
  return Math.max(1, first);
}

/** The first call to ask for when something is new. */
export function firstUnread({ fromCall, readTo }: KnownDecisions, kept: KeptCalls): number {
  return fromCall === undefined ? firstCall(kept) : Math.max(readTo + 1, firstCall(kept));
}

/** Whether there are decisions of calls that are kept and not here. */
export function hasOlder({ fromCall }: KnownDecisions, kept: KeptCalls): boolean {
  return fromCall !== undefined && fromCall > firstCall(kept);
}

/** With a page of everything that is new, and without the calls that are no longer kept. */
export function withNewer(
  known: KnownDecisions,
  { decisions, fromCall }: DecisionPage,
  kept: KeptCalls,
): KnownDecisions {
  const before = known.decisions.filter(({ call }) => call < fromCall && call >= kept.first);
  return {
    decisions: [...before, ...decisions],
    fromCall: Math.max(known.fromCall ?? fromCall, firstCall(kept)),
    readTo: kept.last,
  };
}

/** With a page that was asked for before `beforeCall`; the same where another one was quicker. */
export function withOlder(
  known: KnownDecisions,
  { decisions, fromCall }: DecisionPage,
  beforeCall: number,
): KnownDecisions {
  if (known.fromCall !== beforeCall) return known;
  return { ...known, decisions: [...decisions, ...known.decisions], fromCall };
}

const SharedLogView = sharedValue<{
  readonly log: DecisionLogView;
  readonly setLog: (change: (before: DecisionLogView) => DecisionLogView) => void;
}>();

export const LogViewProvider = SharedLogView.Provider;

/** The view, and the way to change it, for everything in the tab of the log. */
export const useLogView = () => useShared(SharedLogView);
