import { type PlanItem, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';

/** A sentence that is about the user or for them, and where it was read. */
export interface Words {
  readonly text: string;
  /** `the scratchpad`, to be read behind “I read that in”. */
  readonly place: string;
}

/** A record of long-term memory; one that a search found has an id. */
export interface RecordWords extends Words {
  readonly id: string | undefined;
}

/** A tool call with its result. */
export interface Step {
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: string;
}

/** Everything a rule may look at. */
export interface Turn {
  /** The user's words. */
  readonly question: string;
  /**
   * The user's own words of before, oldest first, as messages and as memory quotes them. Words of the
   * assistant, of its instructions and of pages are not among them.
   */
  readonly said: readonly Words[];
  /** The notes on the scratchpad. */
  readonly notes: readonly string[];
  /** Records, best first: those in the context, then those that a search returned. */
  readonly records: readonly RecordWords[];
  /** The assistant's own words of before. */
  readonly told: readonly string[];
  /** The calls made for this question, oldest first. */
  readonly steps: readonly Step[];
}

/** Reads what the model is sent, item by item. */
export function readTurn(items: readonly PlanItem[]): Turn {
  const asking = items.findLastIndex((item) => isSaidBy(item, 'user'));
  const before = items.slice(0, asking);
  const question = items[asking];
  const steps = stepsIn(items.slice(asking + 1));
  const found = steps.filter(({ toolName }) => toolName === 'search_memory');
  return {
    question: question ? textOf(question.message).trim() : '',
    said: userWords(before),
    notes: linesOf(textOfKind(items, 'scratchpad'), /^- (?<text>.+)$/gm).map(({ text }) => text),
    records: recordsIn([textOfKind(items, 'records'), ...found.map(({ result }) => result)]),
    told: before
      .filter((item) => isSaidBy(item, 'assistant'))
      .map(({ message }) => textOf(message)),
    steps,
  };
}

function isSaidBy({ kind, message }: PlanItem, role: PlanItem['message']['role']): boolean {
  return kind === 'entry' && message.role === role;
}

function textOfKind(items: readonly PlanItem[], kind: PlanItem['kind']): string {
  const item = items.find((each) => each.kind === kind);
  return item ? textOf(item.message) : '';
}

function userWords(items: readonly PlanItem[]): readonly Words[] {
  const messages = items
    .filter((item) => isSaidBy(item, 'user'))
    .map(({ seq = 0, message }) => ({
      ...{ seq, text: textOf(message) },
      place: 'your own message, which is still in the context',
    }));
  const quoted = linesOf(textOfKind(items, 'condensed'), ARCHIVED_LINE).map(({ seq, text }) => ({
    ...{ seq: Number(seq), text },
    place: 'the summary that stands for earlier messages',
  }));
  return [...messages, ...quoted].sort((a, b) => a.seq - b.seq);
}

const ARCHIVED_LINE = /^- user \(#(?<seq>\d+)\): (?<text>.+)$/gm;
const RECORD_LINE = /^- (?:\[(?<id>[^\]]+)\] )?\((?<facts>[^)\n]*)\) (?<text>.+)$/gm;

function recordsIn(texts: readonly string[]): readonly RecordWords[] {
  return texts
    .flatMap((text) => linesOf(text, RECORD_LINE))
    .filter(({ facts = '' }) => !facts.includes('quoted from outside'))
    .map(({ id, facts, text }) => ({ id, text, place: `long-term memory (${facts})` }));
}

type Line = Readonly<Record<string, string | undefined>> & { readonly text: string };

function linesOf(text: string, pattern: RegExp): readonly Line[] {
  return [...text.matchAll(pattern)].map(({ groups = {} }) => ({ text: '', ...groups }));
}

function stepsIn(items: readonly PlanItem[]): readonly Step[] {
  const messages = items.map(({ message }) => message);
  const results = new Map(
    messages.flatMap(toolResultsOf).map(({ callId, text }) => [callId, text]),
  );
  return messages.flatMap(toolCallsOf).flatMap(({ callId, toolName, arguments: json }) => {
    const result = results.get(callId);
    return result === undefined ? [] : [{ toolName, arguments: JSON.parse(json), result }];
  });
}
