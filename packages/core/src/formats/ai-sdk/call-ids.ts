import { FreeIds } from '../free-ids.ts';
import type { Content, ModelDraft } from './model-drafts.ts';

/**
 * Gives each call of a context an id of its own, as some providers demand; small models number their
 * calls anew in every message. The first of an id keeps it, and a result has that of its call. A call
 * that the AI SDK is still to carry out keeps its own whatever stands ahead: the app that shows it
 * knows it by that id.
 *
 * @param drafts in their order, with every part in its place.
 */
export function withCallIdsOfTheirOwn(drafts: readonly ModelDraft[]): readonly ModelDraft[] {
  const open = openCalls(drafts);
  const ids = new FreeIds(open.values());
  const given = new Map<string, CallIds>();
  const named = (part: Content): Content => {
    const { type, toolCallId } = part;
    if (typeof toolCallId !== 'string') return part;
    const id =
      type === 'tool-call'
        ? idOfCall(toolCallId, open.has(part) ? toolCallId : ids.take(toolCallId), given)
        : idOfOther(toolCallId, type === 'tool-result', given);
    return id === toolCallId ? part : { ...part, toolCallId: id };
  };
  return drafts.map((draft) => ({ ...draft, content: draft.content.map(named) }));
}

/** The names of the calls of one id. */
interface CallIds {
  readonly newest: string;
  /** Those that wait for their results, in their order. */
  readonly waiting: readonly string[];
}

function idOfCall(toolCallId: string, newest: string, given: Map<string, CallIds>): string {
  const waiting = given.get(toolCallId)?.waiting ?? [];
  given.set(toolCallId, { newest, waiting: [...waiting, newest] });
  return newest;
}

/** A result is that of the first call that waits, and anything else is about the newest call. */
function idOfOther(toolCallId: string, isResult: boolean, given: Map<string, CallIds>): string {
  const ofCalls = given.get(toolCallId);
  if (!ofCalls) return toolCallId;
  const [answered = ofCalls.newest, ...waiting] = ofCalls.waiting;
  if (!isResult) return ofCalls.newest;
  given.set(toolCallId, { ...ofCalls, waiting });
  return answered;
}

/** The calls without a result, with their ids; of several with one id the first. */
function openCalls(drafts: readonly ModelDraft[]): ReadonlyMap<Content, string> {
  const waiting = new Map<string, readonly Content[]>();
  for (const part of drafts.flatMap(({ content }) => content)) {
    const id = part.toolCallId;
    if (typeof id !== 'string') continue;
    const calls = waiting.get(id) ?? [];
    if (part.type === 'tool-call') waiting.set(id, [...calls, part]);
    if (part.type === 'tool-result') waiting.set(id, calls.slice(1));
  }
  return new Map([...waiting].flatMap(([id, [first]]) => (first ? [[first, id] as const] : [])));
}
