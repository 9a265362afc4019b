import type { Message } from '@agent-memory/core';
import type { BarePlan, ToolCallPart } from '@agent-memory/core/formats';
import { formatKit, isPlainObject } from '@agent-memory/core/internal';
import { CLOSING_WORDS, OPENING_WORDS } from '../stand-ins.ts';
import { type Content, type ModelDraft, modelDrafts } from './model-drafts.ts';
import type { AiSdkContextMessage } from './model-message.ts';
import { isBlank, MODEL_FORMAT } from './provider-fields.ts';
import { sentItems, systemFirst } from './sent-items.ts';
import { sendableInput } from './tool-input.ts';
import { contentOf, modelMessageOf } from './write-model-messages.ts';

/** The plan's context as `ModelMessage`s. */
export function renderModelMessages(plan: BarePlan): AiSdkContextMessage[] {
  const { items, isAwaiting } = sentItems(plan, isDecided);
  const drafts = modelDrafts(items);
  const sent = withLive(drafts, plan, isAwaiting).map(withoutSilence).filter(saysSomething);
  return withCallIdsOfTheirOwn(withUserLast(systemFirst(sent))).map(
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

/** Live text: before the user's words, behind the system's, else a message of its own [TIER-4]. */
function withLive(
  drafts: readonly ModelDraft[],
  plan: BarePlan,
  isAwaiting: boolean,
): readonly ModelDraft[] {
  const text = formatKit.liveTextOf(plan.items);
  if (plan.livePlacement.kind === 'none') return drafts;
  const hostId = plan.items[formatKit.liveHostIndex(plan)]?.id;
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

/**
 * Gives each call of a context an id of its own, as some providers demand; small models number their
 * calls again in every message. The first of an id keeps it, and a result has that of its call. A call
 * that the AI SDK is still to carry out keeps its own whatever stands ahead: the app that shows it
 * knows it by that id.
 *
 * @param drafts in their order, with every part in its place.
 */
function withCallIdsOfTheirOwn(drafts: readonly ModelDraft[]): readonly ModelDraft[] {
  const open = openCalls(drafts);
  const ids = new formatKit.FreeIds(open.values());
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
