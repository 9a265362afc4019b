import { FreeIds } from '../message/free-ids.ts';
import { type Message, type Part, toolCallsOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';

/** By the original, so that it is counted and rendered once: what a call is named depends on what stands before it alone. */
const renamed = new WeakMap<Entry, Entry>();

/**
 * The entries of a unit, each call with an id of its own: of two calls with one id a provider takes
 * one to have no result. The second `find` is `find_2`, and the second result of that id is its [CMP-3].
 */
export function withOwnCallIds(entries: readonly Entry[]): readonly Entry[] {
  const ids = entries.flatMap(({ message }) => toolCallsOf(message).map(({ callId }) => callId));
  if (new Set(ids).size === ids.length) return entries;
  const ownId = ownIds();
  return entries.map((entry) => {
    const { message } = entry;
    const parts = message.parts.map((part) => ownId(part, message));
    if (parts.every((part, index) => part === message.parts[index])) return entry;
    const known = renamed.get(entry) ?? { ...entry, message: { ...message, parts } };
    renamed.set(entry, known);
    return known;
  });
}

/** To be called with the parts of a unit in their order. */
function ownIds(): (part: Part, message: Message) => Part {
  const ids = new FreeIds();
  let open: { readonly given: string; readonly own: string }[] = [];
  let isAnswering = false;
  return (part, { role }) => {
    const isResult = role === 'tool';
    // Where the model speaks on after some results, what it asked before stays without.
    if (isAnswering && !isResult) open = [];
    isAnswering = isResult;
    if (part.type === 'tool-call') {
      const given = part.callId;
      const own = ids.take(given);
      open.push({ given, own });
      return own === given ? part : { ...part, callId: own };
    }
    if (part.type !== 'tool-result') return part;
    const answered = open.find(({ given }) => given === part.callId);
    open = open.filter((call) => call !== answered);
    return !answered || answered.own === part.callId ? part : { ...part, callId: answered.own };
  };
}
