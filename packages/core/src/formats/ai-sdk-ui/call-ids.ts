import { isText } from '../../message/read-field.ts';
import { FreeIds } from '../free-ids.ts';
import type { AiSdkUiMessage, AiSdkUiPart, AiSdkUiToolPart } from './ui-message.ts';

/**
 * Gives each call of a context an id of its own, as some providers demand; small models number their
 * calls anew in every message. The first of an id keeps it. A call that the AI SDK is still to carry
 * out keeps its own whatever stands ahead: the app that shows it knows it by that id.
 */
export function withCallIdsOfTheirOwn(messages: readonly AiSdkUiMessage[]): AiSdkUiMessage[] {
  const open = openCalls(messages);
  const ids = new FreeIds(open.keys());
  const named = (part: AiSdkUiPart): AiSdkUiPart => {
    if (!isCall(part) || open.get(part.toolCallId) === part) return part;
    return { ...part, toolCallId: ids.take(part.toolCallId) };
  };
  return messages.map((message) => ({ ...message, parts: message.parts.map(named) }));
}

/** The calls without a result, by their ids; of several with one id the first. */
function openCalls(messages: readonly AiSdkUiMessage[]): ReadonlyMap<string, AiSdkUiToolPart> {
  const calls = messages.flatMap(({ parts }) => parts.filter(isCall));
  const waiting = calls.filter(({ state }) => !state.startsWith('output-'));
  return new Map(waiting.toReversed().map((call) => [call.toolCallId, call]));
}

/** Parts that are passed through unread may have any field. */
export function isCall(part: AiSdkUiPart): part is AiSdkUiToolPart {
  return 'toolCallId' in part && isText(part.toolCallId) && isText(part.state);
}
