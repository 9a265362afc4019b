import type { ContextPlan, ReportedUsage } from '@agent-memory/core';
import {
  restoreInboundChunk,
  type StreamChunk,
  StreamProcessor,
  type UIMessage,
} from '@tanstack/ai/client';

/** One answer as it streams by, put together by TanStack AI's own processor. */
export class TanStackAnswer {
  readonly plan: ContextPlan;
  readonly #list: readonly UIMessage[];
  readonly #processor: StreamProcessor;
  #usage: ReportedUsage | undefined;
  #hasResults = false;
  #isFollowed = true;

  constructor(list: readonly UIMessage[], plan: ContextPlan) {
    this.plan = plan;
    this.#list = list;
    this.#processor = new StreamProcessor({ initialMessages: [...list] });
    this.#processor.prepareAssistantMessage();
  }

  /**
   * What the call that read the context took, if it was told. Where tools ran in between, what is
   * told counts calls that read more than the context.
   */
  get usage(): ReportedUsage | undefined {
    return this.#usage;
  }

  /** Never throws: what cannot be followed is passed on all the same. */
  see(chunk: StreamChunk, usageOf: (finished: StreamChunk) => ReportedUsage | undefined): void {
    if (!this.#isFollowed) return;
    if (chunk.type === 'TOOL_CALL_RESULT') this.#hasResults = true;
    try {
      // It is changed in its place, and the chat restores its own.
      const restored = restoreInboundChunk({ ...chunk });
      if (!this.#hasResults) this.#usage ??= usageOf(restored);
      this.#processor.processChunk(restored);
    } catch {
      // The chat refuses the same chunk and says why; what came before it is what it shows.
      this.#isFollowed = false;
    }
  }

  /** The visible list with the answer in it; `undefined` where nothing was answered. */
  listWithAnswer(): readonly UIMessage[] | undefined {
    this.#processor.finalizeStream();
    const list = this.#processor.getMessages().filter(({ parts }) => parts.length > 0);
    const isChanged = list.some((message, index) => message !== this.#list[index]);
    return isChanged ? list : undefined;
  }
}

/** The usage that a run reports when it is over. */
export function usageOfRun(finished: StreamChunk): ReportedUsage | undefined {
  if (finished.type !== 'RUN_FINISHED') return undefined;
  const { usage } = finished as { readonly usage?: unknown };
  const inputTokens = countIn(usage, 'promptTokens');
  if (inputTokens === undefined) return undefined;
  const cachedInputTokens = countIn(fieldIn(usage, 'promptTokensDetails'), 'cachedTokens');
  return { inputTokens, ...(cachedInputTokens !== undefined && { cachedInputTokens }) };
}

function fieldIn(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

/** A provider that does not count is told of as zero. */
function countIn(value: unknown, field: string): number | undefined {
  const count = fieldIn(value, field);
  return typeof count === 'number' && count > 0 ? count : undefined;
}
