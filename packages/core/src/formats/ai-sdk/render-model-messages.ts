import { liveHostIndex, liveTextOf } from '../../live/live-text.ts';
import type { Message, ToolCallPart } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import type { BarePlan } from '../../plan/context-plan.ts';
import { CLOSING_WORDS, OPENING_WORDS } from '../opening-words.ts';
import { withCallIdsOfTheirOwn } from './call-ids.ts';
import { type Content, type ModelDraft, modelDrafts } from './model-drafts.ts';
import type { AiSdkContextMessage } from './model-message.ts';
import { isBlank, MODEL_FORMAT } from './provider-fields.ts';
import { sentItems } from './sent-items.ts';
import { sendableInput } from './tool-input.ts';
import { contentOf, modelMessageOf } from './write-model-messages.ts';

/** The plan's context as `ModelMessage`s. */
export function renderModelMessages(plan: BarePlan): AiSdkContextMessage[] {
  const { items, isAwaiting } = sentItems(plan, isDecided);
  const drafts = modelDrafts(
    items.map(({ id, message, kind }) => ({ id, message, isRepair: kind === 'repair' })),
  );
  const sent = withLive(drafts, plan, isAwaiting).map(withoutSilence).filter(saysSomething);
  const isSystem = ({ role }: ModelDraft) => role === 'system';
  // Some providers take rules at the beginning alone.
  const ordered = [...sent.filter(isSystem), ...sent.filter((draft) => !isSystem(draft))];
  return withCallIdsOfTheirOwn(withUserLast(ordered)).map(
    (draft) => modelMessageOf(draft) as AiSdkContextMessage,
  );
}

/**
 * Some providers take no context that ends with words of the assistant, and the AI SDK none without
 * messages. What is to be carried out, or was paused by the provider, stays last.
 */
function withUserLast(drafts: readonly ModelDraft[]): readonly ModelDraft[] {
  const last = drafts.at(-1);
  if (!last || last.role === 'system') return [...drafts, saidDraft(OPENING_WORDS)];
  const isOver = last.role === 'assistant' && last.content.at(-1)?.type === 'text';
  return isOver ? [...drafts, saidDraft(CLOSING_WORDS)] : drafts;
}

/** Tells whether the user has answered the request to run a call. */
function isDecided(
  { callId }: ToolCallPart,
  message: Message,
  results: readonly Message[],
): boolean {
  const request = unknownParts(message).find(
    ({ type, toolCallId }) => type === 'tool-approval-request' && toolCallId === callId,
  );
  return (
    request !== undefined &&
    results
      .flatMap(unknownParts)
      .some(
        ({ type, approvalId }) =>
          type === 'tool-approval-response' && approvalId === request.approvalId,
      )
  );
}

function unknownParts({ format, parts }: Message): readonly Content[] {
  if (format !== MODEL_FORMAT) return [];
  return parts.flatMap((part) =>
    part.type === 'unknown' && isPlainObject(part.value) ? [part.value] : [],
  );
}

/** Live text: ahead of the user's words, behind the system's, else a message of its own [TIER-4]. */
function withLive(
  drafts: readonly ModelDraft[],
  plan: BarePlan,
  isAwaiting: boolean,
): readonly ModelDraft[] {
  const text = liveTextOf(plan.items);
  if (plan.livePlacement.kind === 'none') return drafts;
  const hostId = plan.items[liveHostIndex(plan)]?.id;
  const index = hostId === undefined ? -1 : drafts.findLastIndex(({ ids }) => ids.includes(hostId));
  const host = drafts[index];
  if (host?.role === 'user')
    return drafts.with(index, withContent(host, [wordsOf(`${text}\n\n`), ...host.content]));
  if (host?.role === 'system')
    return drafts.with(index, withContent(host, [...host.content, wordsOf(`\n${text}`)]));
  const place = placeBehind(drafts, host ? index : drafts.length - 1, isAwaiting);
  return drafts.toSpliced(place, 0, saidDraft(text));
}

/**
 * Where a message of its own stands: behind every result of the calls in question, but ahead of
 * calls that are still to be carried out, which have to be the last.
 */
function placeBehind(drafts: readonly ModelDraft[], index: number, isAwaiting: boolean): number {
  let place = index + 1;
  while (drafts[place]?.role === 'tool') place += 1;
  if (!isAwaiting || place < drafts.length) return place;
  return Math.max(
    0,
    drafts.findLastIndex(({ role }) => role === 'assistant'),
  );
}

function wordsOf(text: string): Content {
  return { type: 'text', text };
}

function withContent(draft: ModelDraft, content: readonly Content[]): ModelDraft {
  return { ...draft, content: [...content] };
}

function saidDraft(text: string): ModelDraft {
  const beside = { isOwn: false, beside: {}, isList: false, results: [], ids: [] };
  return { role: 'user', content: [wordsOf(text)], ...beside };
}

/** Without blank texts, which providers refuse; one of the assistant may carry what its provider wants to see again. */
function withoutSilence(draft: ModelDraft): ModelDraft {
  const isKept = ({ type, text, providerOptions }: Content) =>
    type !== 'text' ||
    !isBlank(text) ||
    (draft.role === 'assistant' && providerOptions !== undefined);
  // Results go to their places first: they are counted among all parts.
  return { ...draft, content: contentOf(draft).filter(isKept).map(sendable), results: [] };
}

function sendable(part: Content): Content {
  if (part.type === 'tool-call') return { ...part, input: sendableInput(part.input) };
  const output = isPlainObject(part.output) ? part.output : undefined;
  if (output?.type !== 'content' || !Array.isArray(output.value)) return part;
  const value = output.value.flatMap(sendableItem);
  if (value.length > 0) return { ...part, output: { ...output, value } };
  return { ...part, output: { type: 'text', value: '' } };
}

/**
 * A piece of a tool's answer, unless it is a blank text, which providers refuse. The kind `media`,
 * which version 7 does not take, says the same in another word.
 */
function sendableItem(item: unknown): readonly unknown[] {
  if (!isPlainObject(item)) return [item];
  if (item.type === 'text' && isBlank(item.text)) return [];
  if (item.type !== 'media') return [item];
  const isPicture = String(item.mediaType).startsWith('image/');
  return [{ ...item, type: isPicture ? 'image-data' : 'file-data' }];
}

const SILENT_ALONE: ReadonlySet<unknown> = new Set(['reasoning', 'tool-approval-request']);

/** Reasoning that led to nothing, as an interrupted answer leaves it, is not sent. */
function saysSomething({ role, content }: ModelDraft): boolean {
  return role === 'system'
    ? content.length > 0
    : content.some(({ type }) => role !== 'assistant' || !SILENT_ALONE.has(type));
}
