import type { ChatMessage } from './chat-transport.ts';
import { mergeMetadata } from './merge-metadata.ts';
import {
  asShown,
  isToolPart,
  type PartUnderWay,
  setGiven,
  setToolState,
  type ToolState,
} from './part-under-way.ts';
import type { UiMessageChunk } from './ui-message-chunk.ts';

const METADATA = ['providerMetadata'];
const METADATA_AND_CITATIONS = ['providerMetadata', 'citations'];

/**
 * Puts the message together that a stream of chunks describes, as AI SDK's chat does for the visible
 * list, so that what is kept is what was shown. Where its versions 6 and 7 differ it does as 7 does.
 *
 * `add` throws for a chunk that refers to something that never began; the message stands as it was.
 */
export class MessageAssembler {
  #id: string;
  #metadata: unknown;
  #parts: PartUnderWay[];
  /** Texts and reasonings that have not ended, by kind and id. */
  readonly #open = new Map<string, PartUnderWay>();

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

  /** @param begun the message that the stream goes on with; it is not changed. */
  constructor(id: string, begun?: ChatMessage) {
    this.#id = begun?.id ?? id;
    this.#metadata = begun?.metadata;
    this.#parts = (begun?.parts ?? []).map((part) => ({ ...part }));
  }

  get id(): string {
    return this.#id;
  }

  /** Whether there is anything in it but the beginning of a step. */
  get isEmpty(): boolean {
    return this.#parts.every(({ type }) => type === 'step-start');
  }

  /** The message as it stands. */
  message(): ChatMessage {
    const parts = this.#parts.map(asShown);
    const metadata = this.#metadata === undefined ? {} : { metadata: this.#metadata };
    return { id: this.#id, role: 'assistant', ...metadata, parts };
  }

  /** Takes everything back but the id: a response is told from its beginning. */
  restart(): void {
    this.#metadata = undefined;
    this.#parts = [];
    this.#open.clear();
  }

  add(chunk: UiMessageChunk): void {
    if (chunk.type.startsWith('data-')) this.#addData(chunk);
    // A kind of a later version shows nothing that could be kept; it is passed on all the same.
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
    const part: PartUnderWay = isReasoning
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

  #openPart(chunk: UiMessageChunk): PartUnderWay {
    return this.#open.get(keyOf(chunk)) ?? nothingBegan(chunk);
  }

  /** What a chunk says about a call of the current step; the call begins with it, unless it has. */
  #setTool(chunk: UiMessageChunk, state: ToolState): void {
    const { toolCallId, toolName, dynamic } = chunk;
    const isError = chunk.type === 'tool-input-error';
    const found = this.#parts.slice(this.#stepStart()).find(
      (part) =>
        isToolPart(part) &&
        part.toolCallId === toolCallId &&
        // An error is told of the call that it befell, whichever kind that is.
        (isError || (part.type === 'dynamic-tool') === (dynamic === true)),
    );
    const isDynamic = found ? found.type === 'dynamic-tool' : dynamic === true;
    const part: PartUnderWay = found ?? { type: '', toolCallId };
    if (!found) this.#parts.push(part);
    if (isDynamic) part.toolName = toolName;
    part.type = isDynamic ? 'dynamic-tool' : `tool-${toolName}`;
    setToolState(part, chunk, state);
  }

  #addInput(chunk: UiMessageChunk): void {
    const part = this.#toolPart(chunk);
    if (part.state !== 'input-streaming') nothingBegan(chunk);
    // The input as far as it goes is read from it when somebody asks.
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

  /** The newest part of a call. */
  #toolPart(chunk: UiMessageChunk): PartUnderWay {
    const isOfCall = (part: PartUnderWay) =>
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
    const isAsked = (part: PartUnderWay) => approvalOf(part)?.id === approvalId;
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

/** Texts and reasonings count their ids apart. */
function keyOf({ type, id }: UiMessageChunk): string {
  return `${type.slice(0, type.indexOf('-'))} ${id}`;
}

function approvalOf({ approval }: PartUnderWay): Record<string, unknown> | undefined {
  return typeof approval === 'object' && approval !== null ? { ...approval } : undefined;
}

function nothingBegan({ type, id, toolCallId, approvalId }: UiMessageChunk): never {
  const name = id ?? toolCallId ?? approvalId;
  throw new Error(`The stream has a chunk of type ${type} for "${name}", which never began.`);
}
