import {
  type AnyTextAdapter,
  chat,
  chatParamsFromRequestBody,
  EventType,
  type StreamChunk,
  toolDefinition,
  toServerSentEventsResponse,
} from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';
import { z } from 'zod';
import type { Gate, Line, Step } from './chat-server-model.ts';

/** One that the server runs, and one that the page answers. */
const tools = [
  toolDefinition({
    name: 'weather',
    description: 'Tells the weather.',
    inputSchema: z.object({ city: z.string() }),
  }).server(({ city }) => ({ city, celsius: 12 })),
  toolDefinition({
    name: 'location',
    description: 'Tells where the user is.',
    inputSchema: z.object({}),
    outputSchema: z.object({ city: z.string() }),
  }),
];

/** The server's half with TanStack AI, as an app writes it: what came is sent to the model as it is. */
export async function tanStackRoute(
  body: unknown,
  steps: readonly Step[],
  gate: Gate,
): Promise<Response> {
  const { messages, threadId, runId } = await chatParamsFromRequestBody(body);
  const adapter: AnyTextAdapter = new ScriptedAdapter(steps, gate);
  // Failures go to the page, not to the console.
  const stream = chat({ adapter, messages, tools, threadId, runId, debug: false });
  return toServerSentEventsResponse(stream as AsyncIterable<StreamChunk>);
}

/** A deterministic model that says, call by call, what it was told to say. */
class ScriptedAdapter extends BaseTextAdapter<
  string,
  Record<string, never>,
  readonly ['text'],
  Record<'text' | 'image' | 'audio' | 'video' | 'document', unknown>
> {
  readonly name = 'scripted';
  readonly #left: Step[];
  readonly #gate: Gate;

  constructor(steps: readonly Step[], gate: Gate) {
    super({}, 'scripted');
    this.#left = [...steps];
    this.#gate = gate;
  }

  async *chatStream(): AsyncGenerator<StreamChunk> {
    const step = this.#left.shift();
    if (!step) throw new Error('The model was asked more often than it has anything to say.');
    const run = { threadId: 'thread', runId: 'run' };
    const messageId = `answer-${crypto.randomUUID()}`;
    yield { type: EventType.RUN_STARTED, ...run };
    for (const [index, line] of step.lines.entries()) {
      if (line.type === 'wait') await this.#gate();
      else if (line.type === 'fail') throw new Error(line.message);
      else yield* chunksOf(line, messageId, index);
    }
    const isCalling = step.lines.some(({ type }) => type === 'call');
    yield {
      type: EventType.RUN_FINISHED,
      ...run,
      finishReason: isCalling ? 'tool_calls' : 'stop',
      ...(step.inputTokens !== undefined && { usage: usageOf(step, step.inputTokens) }),
    };
  }

  structuredOutput(): never {
    throw new Error('The model says nothing but what it was told to.');
  }
}

function usageOf({ cachedInputTokens }: Step, promptTokens: number) {
  return {
    promptTokens,
    completionTokens: 7,
    totalTokens: promptTokens + 7,
    ...(cachedInputTokens !== undefined && {
      promptTokensDetails: { cachedTokens: cachedInputTokens },
    }),
  };
}

function* chunksOf(
  line: Exclude<Line, { readonly type: 'wait' | 'fail' }>,
  messageId: string,
  index: number,
): Generator<StreamChunk> {
  if (line.type === 'text') {
    yield { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' };
    for (const delta of wordsIn(line.text)) {
      yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta };
    }
    yield { type: EventType.TEXT_MESSAGE_END, messageId };
    return;
  }
  if (line.type === 'reasoning') {
    const thought = { messageId: `${messageId}-thought-${index}` };
    yield { type: EventType.REASONING_MESSAGE_START, ...thought, role: 'reasoning' };
    for (const delta of wordsIn(line.text)) {
      yield { type: EventType.REASONING_MESSAGE_CONTENT, ...thought, delta };
    }
    yield { type: EventType.REASONING_MESSAGE_END, ...thought };
    return;
  }
  const { id: toolCallId, tool: toolCallName } = line;
  const delta = line.type === 'call' ? JSON.stringify(line.input) : line.json;
  yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId: messageId };
  yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta };
  if (line.type === 'call') yield { type: EventType.TOOL_CALL_END, toolCallId };
}

function wordsIn(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}
