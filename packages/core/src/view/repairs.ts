import {
  type Message,
  type ToolCallPart,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from '../message/message.ts';
import { madeOnce, perMessage } from '../message/per-message.ts';
import type { Entry } from '../transcript/entry.ts';

/** A repair of a unit without which a provider refuses it. */
export interface Repairs {
  /** By `seq`: how the message of an entry with results that answer no open call can be sent. */
  readonly replacements: ReadonlyMap<number, (message: Message) => Message>;
  /** By `seq`: messages before an entry, where the model speaks on after some results. */
  readonly before: ReadonlyMap<number, readonly AddedMessage[]>;
  /** Messages behind the unit's last entry. */
  readonly added: readonly AddedMessage[];
}

interface AddedMessage {
  /** The subject of the message. */
  readonly entry: Entry;
  readonly message: Message;
}

interface OpenCall {
  readonly entry: Entry;
  readonly call: ToolCallPart;
}

const NONE: Repairs = { replacements: new Map(), before: new Map(), added: [] };

/**
 * Looks for calls without results and results without calls. Interrupted runs leave the first,
 * late or repeated answers the second; the transcript keeps them, providers refuse them [CMP-3].
 * A call without a result gets a placeholder; a result without a call is passed on as text. One whose call
 * stands before the unit came late: `isLate` tells so, and the text says so.
 * `shownOf` gives the message of an entry as it stands in the view: what is passed on as text is
 * no longer than what an overlay left of it [BUD-3].
 */
export function repairsOf(
  entries: readonly Entry[],
  shownOf: (entry: Entry) => Message = (entry) => entry.message,
  isLate: (callId: string) => boolean = () => false,
): Repairs {
  if (!entries.some(hasToolParts)) return NONE;
  const open = new Map<string, OpenCall>();
  const replacements = new Map<number, (message: Message) => Message>();
  const before = new Map<number, readonly AddedMessage[]>();
  const strays: AddedMessage[] = [];
  let isAnswering = false;
  for (const entry of entries) {
    const isResult = entry.message.role === 'tool';
    if (isAnswering && !isResult && open.size > 0) {
      before.set(entry.seq, placeholdersFor(open));
      open.clear();
    }
    isAnswering = isResult;
    for (const call of toolCallsOf(entry.message)) open.set(call.callId, { entry, call });
    const results = toolResultsOf(entry.message);
    const answers = results.map((result) => open.delete(result.callId));
    if (answers.every(Boolean)) continue;
    if (!answers.some(Boolean)) {
      replacements.set(entry.seq, (message) => straysAsText(message, answers, isLate));
      continue;
    }
    replacements.set(entry.seq, (message) => withAnswers(message, answers));
    strays.push({ entry, message: straysAsText(shownOf(entry), answers, isLate) });
  }
  if (replacements.size === 0 && before.size === 0 && open.size === 0) return NONE;
  return { replacements, before, added: [...placeholdersFor(open), ...strays] };
}

function placeholdersFor(open: ReadonlyMap<string, OpenCall>): readonly AddedMessage[] {
  return [...open.values()].map(({ entry, call }) => ({ entry, message: placeholderFor(call) }));
}

function hasToolParts(entry: Entry): boolean {
  return entry.message.parts.some(
    (part) => part.type === 'tool-call' || part.type === 'tool-result',
  );
}

type Answers = readonly boolean[];

const withAnswers = madeOnce((message: Message, answers: Answers): Message => {
  return { ...message, parts: toolResultsOf(message).filter((_, index) => answers[index]) };
});

/** An answer as a model reads it: one that was interrupted says so at its end [STO-10]. */
export function toldInterrupted(message: Message): Message {
  // Calls that lead nowhere have their placeholders.
  const isTold = message.isInterrupted && toolCallsOf(message).length === 0;
  return isTold ? withInterruption(message) : message;
}

const withInterruption = perMessage((message): Message => {
  const { parts } = message;
  const last = parts.at(-1);
  const words = '[The answer was interrupted here.]';
  // In one part with what was said: a format may send several parts as a list.
  const isText = last?.type === 'text';
  const text = isText ? `${last.text}\n${words}` : words;
  return { ...message, parts: [...(isText ? parts.slice(0, -1) : parts), { type: 'text', text }] };
});

/** Stray results as the user's side would pass them on; the words keep them apart from the user's own. */
const straysAsText = madeOnce(
  (shown: Message, answers: Answers, isLate: (callId: string) => boolean): Message => {
    const strays = toolResultsOf(shown).filter((_, index) => !answers[index]);
    const texts = strays.map((stray) => strayText(stray, isLate(stray.callId)));
    return { role: 'user', parts: [{ type: 'text', text: texts.join('\n\n') }] };
  },
);

function strayText({ callId, text }: ToolResultPart, isLate: boolean): string {
  const lead = isLate
    ? `Late result of call ${callId}: it came after the conversation had gone on`
    : `Tool output without a matching call (${callId})`;
  return `[${lead}]\n${text}`;
}

const placeholderFor = madeOnce(({ callId }: ToolCallPart): Message => {
  const text = '[No result was recorded for this call.]';
  return { role: 'tool', parts: [{ type: 'tool-result', callId, text }] };
});
