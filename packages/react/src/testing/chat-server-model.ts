import { MockLanguageModelV3 } from 'ai/test';
import { refusalOf } from './chat-server-prompt.ts';

type DoStream = MockLanguageModelV3['doStream'];
type CallOptions = Parameters<DoStream>[0];
type StreamPart =
  Awaited<ReturnType<DoStream>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** The parts of the model's answer in one step, in order. */
export type Line =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature?: string }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly input: unknown }
  /** The beginning of the JSON text of a call that is never finished. */
  | {
      readonly type: 'half-call';
      readonly id: string;
      readonly tool: string;
      readonly json: string;
    }
  /** Says nothing until it is told to continue. */
  | { readonly type: 'wait' }
  | { readonly type: 'fail'; readonly message: string };

/** One call of the model. */
export interface Step {
  readonly lines: readonly Line[];
  /** Input tokens that it reports; absent: it reports none. */
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
}

/** A gate that an answer waits at. */
export type Gate = () => Promise<void>;

/**
 * A deterministic model that says, call by call, what it was told to say. It refuses what a provider would
 * refuse.
 */
export function scriptedModel(steps: readonly Step[], gate: Gate): MockLanguageModelV3 {
  const left = [...steps];
  return new MockLanguageModelV3({
    doStream: async ({ prompt, abortSignal }) => {
      const refusal = refusalOf(prompt);
      if (refusal !== undefined) throw new Error(refusal);
      const step = left.shift();
      if (!step) throw new Error('The model was asked more often than it has anything to say.');
      return { stream: spoken(partsOf(step, gate), abortSignal) };
    },
  });
}

function spoken(
  parts: AsyncGenerator<StreamPart>,
  signal: CallOptions['abortSignal'],
): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
    async pull(controller) {
      const { done, value } = await parts.next();
      if (signal?.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function* partsOf(step: Step, gate: Gate): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let calls = 0;
  for (const [index, line] of step.lines.entries()) {
    if (line.type === 'wait') await gate();
    else if (line.type === 'fail') yield { type: 'error', error: new Error(line.message) };
    else yield* partsOfLine(line, String(index));
    if (line.type === 'call') calls += 1;
  }
  const unified = calls > 0 ? 'tool-calls' : 'stop';
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage: usageOf(step) };
}

function* partsOfLine(
  line: Exclude<Line, { readonly type: 'wait' | 'fail' }>,
  id: string,
): Generator<StreamPart> {
  if (line.type === 'call') {
    const { id: toolCallId, tool: toolName, input } = line;
    yield { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
    return;
  }
  if (line.type === 'half-call') {
    yield { type: 'tool-input-start', id: line.id, toolName: line.tool };
    yield { type: 'tool-input-delta', id: line.id, delta: line.json };
    return;
  }
  yield { type: `${line.type}-start`, id };
  for (const delta of line.text.match(/\S+\s*/g) ?? [])
    yield { type: `${line.type}-delta`, id, delta };
  const signature = line.type === 'reasoning' ? line.signature : undefined;
  const providerMetadata =
    signature === undefined ? {} : { providerMetadata: { maker: { signature } } };
  yield { type: `${line.type}-end`, id, ...providerMetadata };
}

function usageOf({ inputTokens, cachedInputTokens: cacheRead }: Step) {
  const noCache = inputTokens === undefined ? undefined : inputTokens - (cacheRead ?? 0);
  return {
    inputTokens: { total: inputTokens, noCache, cacheRead, cacheWrite: undefined },
    outputTokens: { total: 7, text: 7, reasoning: undefined },
  };
}
