import type { ChatMessage } from './chat-message.ts';
import {
  isToolPart,
  type StreamingPart,
  setGiven,
  setToolState,
  shownPart,
  type ToolState,
} from './streaming-part.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

const METADATA = ['providerMetadata'];
const METADATA_AND_CITATIONS = ['providerMetadata', 'citations'];

/**
 * Puts together the message that a stream of chunks describes, as AI SDK's chat does for the visible
 * list, so that the message is kept as it was shown. Where versions 6 and 7 differ it does as 7 does.
 *
 * `add` throws for a chunk of a part that never began; the message stays as it was.
 */
export class MessageAssembler {
  #id: string;
  #metadata: unknown;
  #parts: StreamingPart[];
  /** Text and reasoning parts that have not ended, by kind and id. */
  readonly #open = new Map<string, StreamingPart>();

  readonly #handlers = new Map<string, (chunk: UiMessageChunk) => void>([
    ['start', (chunk) => this.#start(chunk)],
    ['finish', (chunk) => this.#addMetadata(chunk)],
    ['message-metadata', (chunk) => this.#addMetadata(chunk)],
    ['start-step', () => this.#parts.push({ type: 'step-start' })],
    ['reset-step', () => this.#resetStep()],
    ['text-start', (chunk) => this.#openText(chunk)],
    ['text-delta', (chunk) => this.#extendText(chunk)],
    ['text-end', (chunk) => this.#closeText(chunk)],
    ['reasoning-start', (chunk) => this.#openText(chunk)],
    ['reasoning-delta', (chunk) => this.#extendText(chunk)],
    ['reasoning-end', (chunk) => this.#closeText(chunk)],
    ['file', (chunk) => this.#parts.push({ ...chunk })],
    ['reasoning-file', (chunk) => this.#parts.push({ ...chunk })],
    ['source-url', (chunk) => this.#parts.push({ ...chunk })],
    ['source-document', (chunk) => this.#parts.push({ ...chunk })],
    ['custom', (chunk) => this.#parts.push({ ...chunk })],
    ['steering-message', (chunk) => this.#parts.push({ ...chunk })],
    ['tool-input-start', (chunk) => this.#setTool(chunk, inputStart(chunk))],
    ['tool-input-delta', (chunk) => this.#addInput(chunk)],
    ['tool-input-available', (chunk) => this.#setTool(chunk, inputAvailable(chunk))],
    ['tool-input-error', (chunk) => this.#setTool(chunk, inputError(chunk))],
    ['tool-output-available', (chunk) => this.#answerTool(chunk, outputAvailable(chunk))],
    ['tool-output-error', (chunk) => this.#answerTool(chunk, outputError(chunk))],
    ['tool-output-denied', (chunk) => this.#deny(chunk)],
    ['tool-approval-request', (chunk) => this.#requestApproval(chunk)],
    ['tool-approval-response', (chunk) => this.#respondToApproval(chunk)],
  ]);

  /** @param continued the message that the stream continues; it is not changed. */
  constructor(id: string, continued?: ChatMessage) {
    this.#id = continued?.id ?? id;
    this.#metadata = continued?.metadata;
    this.#parts = (continued?.parts ?? []).map((part) => ({ ...part }));
  }

  get id(): string {
    return this.#id;
  }

  /** Whether it has nothing but beginnings of steps. */
  get isEmpty(): boolean {
    return this.#parts.every(({ type }) => type === 'step-start');
  }

  /** The message so far. */
  message(): ChatMessage {
    const parts = this.#parts.map(shownPart);
    const metadata = this.#metadata === undefined ? {} : { metadata: this.#metadata };
    return { id: this.#id, role: 'assistant', ...metadata, parts };
  }

  /** Drops everything but the id: the response comes from its beginning again. */
  restart(): void {
    this.#metadata = undefined;
    this.#parts = [];
    this.#open.clear();
  }

  add(chunk: UiMessageChunk): void {
    if (chunk.type.startsWith('data-')) this.#addData(chunk);
    // Chunks that only later versions know show nothing that could be kept.
    else this.#handlers.get(chunk.type)?.(chunk);
  }

  #start(chunk: UiMessageChunk): void {
    this.#id = chunk.messageId ?? this.#id;
    this.#addMetadata(chunk);
  }

  #addMetadata({ messageMetadata }: UiMessageChunk): void {
    if (messageMetadata === undefined || messageMetadata === null) return;
    this.#metadata = mergeMetadata(this.#metadata, messageMetadata);
  }

  #resetStep(): void {
    this.#parts.length = this.#stepStart();
    this.#open.clear();
  }

  #openText(chunk: UiMessageChunk): void {
    const isReasoning = chunk.type === 'reasoning-start';
    const part: StreamingPart = isReasoning
      ? { type: 'reasoning', id: chunk.id, text: '', state: 'streaming' }
      : { type: 'text', text: '', state: 'streaming' };
    setGiven(part, chunk, METADATA);
    this.#open.set(keyOf(chunk), part);
    this.#parts.push(part);
  }

  #extendText(chunk: UiMessageChunk): void {
    const part = this.#openPart(chunk);
    part.text += chunk.delta ?? '';
    setGiven(part, chunk, METADATA);
  }

  #closeText(chunk: UiMessageChunk): void {
    const part = this.#openPart(chunk);
    part.state = 'done';
    this.#open.delete(keyOf(chunk));
    setGiven(part, chunk, METADATA_AND_CITATIONS);
  }

  #openPart(chunk: UiMessageChunk): StreamingPart {
    return this.#open.get(keyOf(chunk)) ?? nothingBegan(chunk);
  }

  /** Sets the state of a call of the current step; the call begins here if it has not continued. */
  #setTool(chunk: UiMessageChunk, state: ToolState): void {
    const { toolCallId, toolName, dynamic } = chunk;
    const isError = chunk.type === 'tool-input-error';
    const found = this.#parts.slice(this.#stepStart()).find(
      (part) =>
        isToolPart(part) &&
        part.toolCallId === toolCallId &&
        // An error does not say of which kind its call is.
        (isError || (part.type === 'dynamic-tool') === (dynamic === true)),
    );
    const isDynamic = found ? found.type === 'dynamic-tool' : dynamic === true;
    const part: StreamingPart = found ?? { type: '', toolCallId };
    if (!found) this.#parts.push(part);
    if (isDynamic) part.toolName = toolName;
    part.type = isDynamic ? 'dynamic-tool' : `tool-${toolName}`;
    setToolState(part, chunk, state);
  }

  #addInput(chunk: UiMessageChunk): void {
    const part = this.#toolPart(chunk);
    if (part.state !== 'input-streaming') nothingBegan(chunk);
    // It is parsed when the message is asked for.
    part.rawInput = `${part.rawInput ?? ''}${chunk.inputTextDelta ?? ''}`;
  }

  #answerTool(chunk: UiMessageChunk, state: ToolState): void {
    const part = this.#toolPart(chunk);
    const { input, rawInput } = part;
    setToolState(part, chunk, {
      ...state,
      input,
      ...(state.state === 'output-error' && part.type !== 'dynamic-tool' && { rawInput }),
    });
  }

  /** The last part of a call. */
  #toolPart(chunk: UiMessageChunk): StreamingPart {
    const isOfCall = (part: StreamingPart) =>
      isToolPart(part) && part.toolCallId === chunk.toolCallId;
    return this.#parts.findLast(isOfCall) ?? nothingBegan(chunk);
  }

  #deny(chunk: UiMessageChunk): void {
    this.#toolPart(chunk).state = 'output-denied';
  }

  #requestApproval(chunk: UiMessageChunk): void {
    const { approvalId: id, approvalDescriptor: descriptor, reason: requestReason } = chunk;
    const approval: Record<string, unknown> = { id };
    setGiven(approval, { descriptor, requestReason }, ['descriptor', 'requestReason']);
    setGiven(approval, chunk, ['inputSchemaInput', 'signature']);
    if (chunk.isAutomatic === true) approval.isAutomatic = true;
    const part = this.#toolPart(chunk);
    part.state = 'approval-requested';
    part.approval = approval;
  }

  #respondToApproval(chunk: UiMessageChunk): void {
    const { approvalId, approved, providerMetadata } = chunk;
    const isAsked = (part: StreamingPart) => approvalOf(part)?.id === approvalId;
    const part = this.#parts.find(isAsked) ?? nothingBegan(chunk);
    const approval = { ...approvalOf(part), approved };
    setGiven(approval, chunk, ['reason']);
    part.state = 'approval-responded';
    part.approval = approval;
    setGiven(part, chunk, ['providerExecuted']);
    setGiven(part, { callProviderMetadata: providerMetadata }, ['callProviderMetadata']);
  }

  #addData(chunk: UiMessageChunk): void {
    if (chunk.transient) return;
    const { type, id } = chunk;
    const found =
      id === undefined
        ? undefined
        : this.#parts.find((part) => part.type === type && part.id === id);
    if (found) found.data = chunk.data;
    else this.#parts.push({ ...chunk });
  }

  /** Index of the first part of the current step, its `step-start` not counted. */
  #stepStart(): number {
    return this.#parts.findLastIndex(({ type }) => type === 'step-start') + 1;
  }
}

function inputStart({ inputEncoding }: UiMessageChunk): ToolState {
  return { state: 'input-streaming', inputEncoding };
}

function inputAvailable({ input }: UiMessageChunk): ToolState {
  return { state: 'input-available', input };
}

function inputError({ input, errorText }: UiMessageChunk): ToolState {
  return { state: 'output-error', input, errorText };
}

function outputAvailable({ output, preliminary }: UiMessageChunk): ToolState {
  return { state: 'output-available', output, preliminary };
}

function outputError({ errorText }: UiMessageChunk): ToolState {
  return { state: 'output-error', errorText };
}

/** Text and reasoning parts may have the same id. */
function keyOf({ type, id }: UiMessageChunk): string {
  return `${type.slice(0, type.indexOf('-'))} ${id}`;
}

function approvalOf({ approval }: StreamingPart): Record<string, unknown> | undefined {
  return typeof approval === 'object' && approval !== null ? { ...approval } : undefined;
}

function nothingBegan({ type, id, toolCallId, approvalId }: UiMessageChunk): never {
  const name = id ?? toolCallId ?? approvalId;
  throw new Error(`The stream has a chunk of type ${type} for "${name}", which never began.`);
}

/** Keys that would reach into an object's prototype. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Joins metadata with later metadata: objects key by key; any other value is replaced. */
function mergeMetadata(earlier: unknown, later: unknown): unknown {
  if (!isRecord(earlier) || !isRecord(later)) return later;
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    if (value === undefined || UNSAFE_KEYS.has(key)) continue;
    merged[key] = mergeMetadata(merged[key], value);
  }
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
