import {
  type Message,
  type ToolResultPart,
  toolCallsOf,
  toolResultsOf,
} from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';

/** What has to be mended in a unit before a provider accepts it. */
export interface Repairs {
  /** By `seq`: how the message of an entry with results that answer no open call can be sent. */
  readonly mends: ReadonlyMap<number, (message: Message) => Message>;
  /** By `seq`: messages ahead of an entry, where the model speaks on after some results. */
  readonly before: ReadonlyMap<number, readonly AddedMessage[]>;
  /** Messages behind the unit's last entry. */
  readonly added: readonly AddedMessage[];
}

interface AddedMessage {
  /** What the message is about. */
  readonly entry: Entry;
  readonly message: Message;
}

const NONE: Repairs = { mends: new Map(), before: new Map(), added: [] };

/**
 * Looks for calls without results and results without calls. Interrupted runs leave the first,
 * late or repeated answers the second; the transcript keeps them, providers refuse them [CMP-3].
 * A call without a result gets a placeholder; a result without a call is passed on as text.
 * `shownOf` gives the message of an entry as it stands in the view: what is passed on as text is
 * no longer than what an overlay left of it [BUD-3].
 */
export function repairsOf(
  entries: readonly Entry[],
  shownOf: (entry: Entry) => Message = (entry) => entry.message,
): Repairs {
  if (!entries.some(hasToolParts)) return NONE;
  const open = new Map<string, Entry>();
  const mends = new Map<number, (message: Message) => Message>();
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
    for (const call of toolCallsOf(entry.message)) open.set(call.callId, entry);
    const results = toolResultsOf(entry.message);
    const answers = results.map((result) => open.delete(result.callId));
    if (answers.every(Boolean)) continue;
    if (!answers.some(Boolean)) {
      mends.set(entry.seq, resultsAsText);
      continue;
    }
    mends.set(entry.seq, (message) => withResults(message, (_, index) => answers[index] === true));
    strays.push({ entry, message: strayPart(shownOf(entry), answers) });
  }
  if (mends.size === 0 && before.size === 0 && open.size === 0) return NONE;
  return { mends, before, added: [...placeholdersFor(open), ...strays] };
}

function placeholdersFor(open: ReadonlyMap<string, Entry>): readonly AddedMessage[] {
  return [...open].map(([callId, entry]) => ({ entry, message: placeholderFor(callId) }));
}

function hasToolParts(entry: Entry): boolean {
  return entry.message.parts.some(
    (part) => part.type === 'tool-call' || part.type === 'tool-result',
  );
}

const keptResults = new WeakMap<Message, Message>();
const asText = new WeakMap<Message, Message>();
const strayParts = new WeakMap<Message, Message>();
const placeholders = new Map<string, Message>();
const PLACEHOLDERS_KEPT = 1_000;

function withResults(
  message: Message,
  keep: (result: ToolResultPart, index: number) => boolean,
): Message {
  return remembered(keptResults, message, () => ({
    ...message,
    parts: toolResultsOf(message).filter(keep),
  }));
}

/** Stray results as the user's side would pass them on; the words keep them apart from the user's own. */
function resultsAsText(message: Message): Message {
  return remembered(asText, message, () => strayText(toolResultsOf(message)));
}

function strayPart(shown: Message, answers: readonly boolean[]): Message {
  return remembered(strayParts, shown, () =>
    strayText(toolResultsOf(shown).filter((_, index) => answers[index] !== true)),
  );
}

function strayText(results: readonly ToolResultPart[]): Message {
  const text = results
    .map((result) => `[Tool output without a matching call (${result.callId})]\n${result.text}`)
    .join('\n\n');
  return { role: 'user', parts: [{ type: 'text', text }] };
}

function placeholderFor(callId: string): Message {
  const known = placeholders.get(callId);
  if (known) return known;
  if (placeholders.size >= PLACEHOLDERS_KEPT) placeholders.clear();
  const text = '[No result was recorded for this call.]';
  const message: Message = { role: 'tool', parts: [{ type: 'tool-result', callId, text }] };
  placeholders.set(callId, message);
  return message;
}

/** The same object for the same key, so that a mended message is counted and rendered once. */
function remembered(cache: WeakMap<Message, Message>, key: Message, make: () => Message): Message {
  const known = cache.get(key);
  if (known) return known;
  const message = make();
  cache.set(key, message);
  return message;
}
