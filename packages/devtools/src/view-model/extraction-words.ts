import type { ExtractionPass, RefusedByRule } from '../source/extraction-facts.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount, formatDuration } from './format.ts';
import { refusedWords } from './refused-words.ts';
import type { RowModel } from './row-model.ts';

const PATTERNS = 'patterns';

/** A pass of extraction in its list. */
export interface PassRow extends RowModel {
  readonly pass: ExtractionPass;
  readonly outcome: PassOutcome;
  /** `by patterns`, `by smollm2`. */
  readonly extractor: string;
  readonly duration: string;
  /** Moments are told from here, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** How a pass went, for the one who asks why nothing was remembered. */
export interface PassOutcome {
  /** `took`: it changed what is remembered. */
  readonly kind: 'took' | 'nothing' | 'failed';
  /** In a few words: `2 taken, 1 forgotten, 3 refused`. */
  readonly words: string;
  /** In sentences: what was read, what came of it, and why not more. */
  readonly sentence: string;
}

/** Something that was refused, by rule, with every message that it stands in. */
export interface RefusalGroup {
  readonly rule: string;
  readonly count: number;
  readonly name: string;
  readonly meaning: string;
  readonly entryIds: readonly string[];
}

/** The passes as rows; `passes` are newest first. */
export function passRows(passes: readonly ExtractionPass[], nowMs: number): readonly PassRow[] {
  return passes.map((pass, index) => ({
    // Two passes may begin in one millisecond; the older ones keep their numbers.
    key: `${pass.atMs}/${passes.slice(index + 1).filter(({ atMs }) => atMs === pass.atMs).length}`,
    pass,
    outcome: passOutcome(pass, passes.slice(index + 1)),
    extractor: `by ${pass.extractor}`,
    duration: formatDuration(pass.durationMs),
    nowMs,
  }));
}

const CAUSES: Readonly<Record<string, string>> = {
  'run-end': 'after a run',
  leaving: 'before messages left the context',
  asked: 'because the app asked',
};

/** Why a pass ran. */
export function causeWords(cause: string): string {
  return knownWords(CAUSES, cause) ?? wordsOfCode(cause);
}

const OUTCOMES: Readonly<Record<string, string>> = {
  stored: 'new',
  merged: 'said again',
  unchanged: 'known already',
};

/** Whether a record that was taken was new. */
export function takenWords(outcome: string): string {
  return knownWords(OUTCOMES, outcome) ?? wordsOfCode(outcome);
}

const WHY_FORGOTTEN: Readonly<Record<string, string>> = {
  ASKED: 'the user asked to forget it',
  REPLACED: 'the user wrote the message anew that it was drawn from',
};

/** Why a pass forgot a record. */
export function forgottenWords(why: string): string {
  return knownWords(WHY_FORGOTTEN, why) ?? wordsOfCode(why);
}

/** How a pass went; `before` are the passes before it, newest first. */
export function passOutcome(pass: ExtractionPass, before: readonly ExtractionPass[]): PassOutcome {
  const { taken, forgotten = [], failure } = pass;
  const refused = refusalsOf(pass).length;
  const about = `${readWords(pass)} ${skippedWords(pass)}${standInWords(pass, before)}`.trim();
  if (failure) {
    return { kind: 'failed', words: 'failed', sentence: `${about} ${failure.message}` };
  }
  const words = [
    ...(taken.length > 0 ? [`${taken.length} taken`] : []),
    ...(forgotten.length > 0 ? [`${forgotten.length} forgotten`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
  const kind = taken.length + forgotten.length > 0 ? 'took' : 'nothing';
  return {
    kind,
    words: words === '' ? 'nothing found' : words,
    sentence: about + whyNothing(pass),
  };
}

function readWords({ entries, cause, fromEntryId }: ExtractionPass): string {
  if (entries === 0 && fromEntryId === undefined) {
    return 'Ended what an earlier page had begun to write; nothing new was read.';
  }
  return `Read ${formatCount(entries, 'message')} ${causeWords(cause)}.`;
}

function skippedWords({ skippedTurns }: ExtractionPass): string {
  if (skippedTurns === 0) return '';
  const turns = skippedTurns === 1 ? 'One turn was' : `${skippedTurns} turns were`;
  return `${turns} passed over, because the agent saved memory itself there. `;
}

/** Patterns that read in the place of a model which was late or failed say so. */
function standInWords(
  { extractor, isStandIn = false }: ExtractionPass,
  before: readonly ExtractionPass[],
): string {
  if (isStandIn) {
    return 'Patterns read in the place of a model that was late; the model reads the same messages after the next run. ';
  }
  if (extractor !== PATTERNS) return '';
  const end = before.findIndex(({ failure, extractor: by }) => !failure || by === PATTERNS);
  const failed = end < 0 ? before : before.slice(0, end);
  const [last] = failed;
  if (!last) return '';
  const times = formatCount(failed.length, 'time');
  return `Patterns read in the place of ${last.extractor}, which failed ${times} in a row. `;
}

function whyNothing(pass: ExtractionPass): string {
  if (pass.taken.length > 0) return '';
  const refused = refusalsOf(pass).length;
  if (refused > 0) return ` Nothing was taken: ${refusedSentence(pass)}`;
  const { entries, skippedTurns, forgotten = [] } = pass;
  if (forgotten.length > 0) return ' Nothing new was found.';
  if (entries === 0) return '';
  const others = skippedTurns > 0 ? ' in what was left' : '';
  return pass.extractor === PATTERNS
    ? ` No sentence${others} had a form that the patterns know: a preference, a fact about the user, an exact value, a decision with a reason, a correction, a confirmation.`
    : ` The model found nothing worth keeping${others}.`;
}

function refusedSentence(pass: ExtractionPass): string {
  const groups = refusalGroups(pass);
  return `${groups.map(({ count, name }) => (count === 1 ? name : `${count} × ${name}`)).join('; ')}.`;
}

function refusalsOf({ refused, refusedByMemory }: ExtractionPass): readonly RefusedByRule[] {
  return [...refused, ...refusedByMemory];
}

/** All that a pass refused, by rule, in the order in which rules come first. */
export function refusalGroups(pass: ExtractionPass): readonly RefusalGroup[] {
  const groups = new Map<string, { count: number; entryIds: Set<string> }>();
  for (const { rule, entryIds } of refusalsOf(pass)) {
    const group = groups.get(rule) ?? { count: 0, entryIds: new Set() };
    group.count += 1;
    for (const id of entryIds) group.entryIds.add(id);
    groups.set(rule, group);
  }
  return [...groups].map(([rule, { count, entryIds }]) => ({
    rule,
    count,
    ...refusedWords(rule),
    entryIds: [...entryIds],
  }));
}
