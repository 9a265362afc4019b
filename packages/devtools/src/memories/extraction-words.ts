import type { Refusal } from '@agent-memory/long-term';
import type { ExtractionPass, RefusedByRule } from '../source/extraction-facts.ts';
import { formatCount, formatDuration, termsFrom, wordsFrom } from '../words/format.ts';

const PATTERNS = 'patterns';

/** A pass of extraction in its list. */
export type PassRow = ReturnType<typeof passRows>[number];

/** The passes as rows; `passes` are newest first. */
export function passRows(passes: readonly ExtractionPass[], nowMs: number) {
  return passes.map((pass, index) => ({
    // Two passes may begin in one millisecond; the older ones keep their numbers.
    key: `${pass.atMs}/${passes.slice(index + 1).filter(({ atMs }) => atMs === pass.atMs).length}`,
    pass,
    outcome: passOutcome(pass, passes.slice(index + 1)),
    /** `by patterns`, `by smollm2`. */
    extractor: `by ${pass.extractor}`,
    duration: formatDuration(pass.durationMs),
    nowMs,
  }));
}

/** Why a pass ran. */
export const causeWords = wordsFrom({
  'run-end': 'after a run',
  leaving: 'before messages go out of context',
  asked: 'because the app asked',
});

/** Whether a record that was taken was new. */
export const takenWords = wordsFrom({
  stored: 'new',
  merged: 'said again',
  unchanged: 'known already',
});

/** Why a pass forgot a record. */
export const forgottenWords = wordsFrom({
  ASKED: 'the user asked to forget it',
  REPLACED: 'the user rewrote the message that it was drawn from',
});

/** How a pass went; `before` are the passes before it, newest first. */
export function passOutcome(pass: ExtractionPass, before: readonly ExtractionPass[]) {
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

/** Patterns that read in place of a model which was late or failed say so. */
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
export function refusalGroups(pass: ExtractionPass) {
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

/** The name and meaning of a rule of extraction, or of the write policy behind it, for one who misses something. */
export const refusedWords = termsFrom(
  {
    MALFORMED: {
      name: 'not readable',
      meaning: 'the model’s proposal lacked the fields asked for',
    },
    UNSUPPORTED: {
      name: 'not supported',
      meaning: 'the model quoted words that stand in no message, or said more than they do',
    },
    QUESTION: { name: 'a question', meaning: 'it asks and states nothing' },
    QUOTED: { name: 'quoted', meaning: 'quoted words and code are not the speaker’s own' },
    TEMPLATE: {
      name: 'template text',
      meaning: 'pasted or repeated text that nobody said in passing',
    },
    OTHER_PERSON: {
      name: 'about somebody else',
      meaning: 'what another person wants, says or does',
    },
    SELF_REFERENCE: { name: 'about the assistant', meaning: 'talk of the assistant about itself' },
    SPECULATION: { name: 'a guess', meaning: 'a guess, a condition or a game' },
    WITHDRAWN: {
      name: 'taken back',
      meaning:
        'the user took it back, did not mean it, or asked to forget it before it was written',
    },
    STATUS: { name: 'for now only', meaning: 'it holds for now and not for later' },
    TOOL_READABLE: {
      name: 'readable again',
      meaning: 'a tool can read it again when it is needed',
    },
    EXTERNAL_CLAIM: { name: 'a claim from outside', meaning: 'it would have become a fact' },
    SECRET: { name: 'a secret', meaning: 'passwords, keys and numbers of cards are never kept' },
    NO_REASON: { name: 'no reason', meaning: 'a decision is kept with its reason alone' },
    NO_REFERENCE: {
      name: 'refers to nothing',
      meaning: 'a confirmation or correction of nothing that was said before it',
    },
    UNWANTED: { name: 'not wanted', meaning: 'the user wants nothing kept about that' },
    NO_STATEMENT: { name: 'nothing that lasts', meaning: 'no sentence has a form that is kept' },
    DUPLICATE: { name: 'known already', meaning: 'it is known from the same message' },
    HELD: {
      name: 'held by the guard',
      meaning: 'it reads like an order to the assistant, and was not taken',
    },
    ERASED: { name: 'erased before', meaning: 'somebody erased it, so it is kept out' },
    OVERRULED: { name: 'overruled', meaning: 'a surer record says otherwise' },
    ENDED_SINCE: {
      name: 'ended since',
      meaning: 'the same was forgotten, rejected or corrected after it was said',
    },
    REJECTED: { name: 'rejected before', meaning: 'a review found it wrong' },
    OVER_ALREADY: { name: 'over already', meaning: 'its time has passed' },
    NO_VALUE: { name: 'no value', meaning: 'an exact value is kept with its value alone' },
    TEXT_TOO_LONG: { name: 'too long', meaning: 'it is no sentence or two' },
    PRIVATE: { name: 'private', meaning: 'it belongs to a user and may not be shared' },
    NAMESPACE_CLOSED: { name: 'no place for it', meaning: 'its namespace may not be written here' },
  },
  'a rule of the write policy, by its own name',
);

/** Why something was refused, and what would help. */
export function refusalText({ sentence, remedy }: Refusal): string {
  return remedy === undefined ? sentence : `${sentence} ${remedy}`;
}
