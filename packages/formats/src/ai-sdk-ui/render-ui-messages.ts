import type { Message } from '@agent-memory/core';
import type { BarePlan, ToolCallPart } from '@agent-memory/core/formats';
import { formatKit, reading } from '@agent-memory/core/internal';
import type { Content } from '../ai-sdk/model-drafts.ts';
import { isBlank } from '../ai-sdk/provider-fields.ts';
import { sentItems, systemFirst } from '../ai-sdk/sent-items.ts';
import { sendableInput } from '../ai-sdk/tool-input.ts';
import { approvalStateOf, isUnread } from './read-ui-message.ts';
import { type UiDraft, type UiPiece, uiDrafts, wordsDraft } from './ui-drafts.ts';
import type { AiSdkUiMessage, AiSdkUiPart, AiSdkUiToolPart } from './ui-message.ts';
import { uiMessageOf } from './write-ui-messages.ts';

/** Names the message that live text is where it stands in no other. */
const LIVE_ID = 'live-state';

/** The plan's context as `UIMessage`s. */
export function renderUiMessages(plan: BarePlan): AiSdkUiMessage[] {
  const drafts = uiDrafts(sentItems(plan, isDecided).items);
  const sent = withLive(drafts, plan).map(readByModels).filter(saysSomething);
  const messages = withIdsOfTheirOwn(systemFirst(sent)).map(uiMessageOf).map(withSendableInputs);
  return withCallIdsOfTheirOwn(messages);
}

/** The AI SDK hands the input of a call to the provider as it is, the refused one where there is no other. */
function withSendableInputs(message: AiSdkUiMessage): AiSdkUiMessage {
  const parts = message.parts.map((part) => {
    if (!isCall(part)) return part;
    const { input, rawInput } = part as reading.Fields;
    const given = input ?? rawInput;
    const sent = sendableInput(given);
    return sent === given ? part : { ...part, input: sent };
  });
  return { ...message, parts };
}

/** Tells whether the user has answered the request to run a call. */
function isDecided({ callId }: ToolCallPart, message: Message): boolean {
  return approvalStateOf(message, callId)?.state === 'approval-responded';
}

/**
 * Live text stands before the user's words. It never follows an assistant's message: the AI SDK
 * continues with that one, by its id, where it is the last [TIER-4].
 */
function withLive(drafts: readonly UiDraft[], plan: BarePlan): readonly UiDraft[] {
  if (plan.livePlacement.kind === 'none') return drafts;
  const text = formatKit.liveTextOf(plan.items);
  const hostId = plan.items[formatKit.liveHostIndex(plan)]?.id;
  const preferred = drafts.findLastIndex(({ ids }) => hostId !== undefined && ids.includes(hostId));
  const index = canHost(drafts[preferred])
    ? preferred
    : drafts.findLastIndex(
        (draft, at) => draft.role === 'user' && at <= (preferred < 0 ? at : preferred),
      );
  const host = drafts[index];
  if (!host) return drafts.toSpliced(placeOfOwn(drafts), 0, wordsDraft(LIVE_ID, text));
  const words = (content: string): UiPiece => ({ content: { type: 'text', text: content } });
  const pieces =
    host.role === 'system'
      ? [...host.pieces, words(`\n\n${text}`)]
      : [words(`${text}\n\n`), ...host.pieces];
  return drafts.with(index, { ...host, pieces });
}

function canHost(draft: UiDraft | undefined): boolean {
  return draft !== undefined && draft.role !== 'assistant';
}

/** At the end, but before the assistant's messages there. */
function placeOfOwn(drafts: readonly UiDraft[]): number {
  return drafts.findLastIndex(({ role }) => role !== 'assistant') + 1;
}

/** Drops parts that no model reads: those kept unread, and blank texts. */
function readByModels(draft: UiDraft): UiDraft {
  const isSent = (piece: UiPiece) => !('content' in piece) || isRead(piece.content, draft.role);
  return { ...draft, pieces: draft.pieces.filter(isSent) };
}

/** A blank text of the assistant may carry what its provider wants to see again. */
function isRead(content: Content, role: UiDraft['role']): boolean {
  const { type, text, providerMetadata } = content;
  if (isUnread(content)) return false;
  return (
    type !== 'text' || !isBlank(text) || (role === 'assistant' && providerMetadata !== undefined)
  );
}

const SILENT_ALONE: ReadonlySet<unknown> = new Set(['step-start', 'reasoning']);

/** Reasoning that led to nothing, as an interrupted answer leaves it, is not sent. */
function saysSomething({ pieces }: UiDraft): boolean {
  return pieces.some((piece) => !('content' in piece) || !SILENT_ALONE.has(piece.content.type));
}

/** Where other messages stand between the steps of one, the last of them keeps its id. */
function withIdsOfTheirOwn(drafts: readonly UiDraft[]): readonly UiDraft[] {
  const seen = new Set<string>();
  return drafts
    .toReversed()
    .map((draft) => {
      let { id } = draft;
      for (let number = 1; seen.has(id); number += 1) id = `${draft.id}/part-${number}`;
      seen.add(id);
      return { ...draft, id };
    })
    .toReversed();
}

/**
 * Gives each call of a context an id of its own, as some providers demand; small models number their
 * calls again in every message. The first of an id keeps it. A call that the AI SDK is still to carry
 * out keeps its own whatever stands ahead: the app that shows it knows it by that id.
 */
function withCallIdsOfTheirOwn(messages: readonly AiSdkUiMessage[]): AiSdkUiMessage[] {
  const open = openCalls(messages);
  const ids = new formatKit.FreeIds(open.keys());
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
function isCall(part: AiSdkUiPart): part is AiSdkUiToolPart {
  return 'toolCallId' in part && reading.isText(part.toolCallId) && reading.isText(part.state);
}
