import { type AnyTool, defineTool, type SessionRuns } from '@agent-memory/agent';
import { InvalidUsageError } from '@agent-memory/core';
import {
  checkOption,
  errorText,
  isOverflow,
  type KnownNames,
  refuseUnknown,
} from '@agent-memory/core/internal';
import type { BaseMessage } from '@langchain/core/messages';
import { type AgentMiddleware, createMiddleware } from 'langchain';
import { langChainFormat } from '../langchain-format.ts';
import { AgentTool } from '../tools/agent-tool.ts';
import { usageOfAnswer } from './answer-usage.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { type ModelRequestParts, plannedRequest } from './planned-request.ts';
import {
  type MemoryFinder,
  type MiddlewareMemory,
  memoryFinder,
  type ThreadMemory,
} from './thread-memory.ts';
import {
  type StepRuntime,
  signalOf,
  type ThreadReconciler,
  threadReconciler,
} from './thread-reconciler.ts';

/** How an agent uses its memory; every field may be left out. */
export interface AgentMemoryMiddlewareOptions {
  /**
   * The runs of the memory's session: each invocation is ended as one, and the model gets `recall` and
   * `search_session`. Give their `feature` and `definitions` to the memory too.
   */
  readonly runs?: SessionRuns;
}

const OPTIONS = { runs: true } as const satisfies KnownNames<AgentMemoryMiddlewareOptions>;

/**
 * Middleware for `createAgent` of LangChain.js: each call of the model is sent the context that the
 * memory plans, and the graph's messages stay whole. Name it first in `middleware`.
 *
 * - New messages, answers and results of tools are stored once, over several calls, invocations and
 *   resumed threads; where the graph's list was edited, the conversation continues there.
 * - A context that the provider refuses as too long is sent again, smaller, as often as the memory has
 *   one to give.
 * - The usage that comes with an answer is reported to the memory.
 *
 * @example
 * const runs = sessionRuns();
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   features: [runs.feature],
 *   tools: runs.definitions,
 * });
 * const agent = createAgent({ model, tools, middleware: [agentMemoryMiddleware(memory, { runs })] });
 * await agent.invoke({ messages: [new HumanMessage('Where is order ZFA04Y?')] });
 *
 * @param memory one session, or a function that finds that of a thread, by its `thread_id`.
 * @throws InvalidOptionError if an option is not known or cannot be used, or `memory` is none. Runs
 * reject with what the memory throws: `ContextOverflowError` where what is protected alone does not fit.
 */
export function agentMemoryMiddleware(
  memory: ThreadMemory,
  options: AgentMemoryMiddlewareOptions = {},
): AgentMiddleware {
  refuseUnknown(options, OPTIONS, 'agentMemoryMiddleware');
  const { runs } = options;
  checkOption(!runs || typeof runs.of === 'function', 'runs', 'must be what `sessionRuns` gives.');
  const find = memoryFinder(memory);
  const reconcile = threadReconciler();
  const calls = new CallsUnderWay();
  return createMiddleware({
    name: 'AgentMemory',
    tools: runs ? recallTools(find, runs) : [],
    wrapModelCall: async (request, handler) => {
      const kept = await find(request.runtime);
      return calls.during(kept, request.state.messages, request.runtime, () =>
        askWithContext(kept, request, handler, reconcile),
      );
    },
    // The model's calls are stored before a tool runs, which may take long or end the page.
    afterModel: async ({ messages }, runtime) => {
      await store(await find(runtime), messages, runtime, reconcile);
    },
    afterAgent: async ({ messages }, runtime) => {
      const kept = await find(runtime);
      await store(kept, messages, runtime, reconcile);
      await runs?.of(kept).endRun();
    },
  });
}

/** The tools that look back; they run on the session of the thread that calls them. */
function recallTools(find: MemoryFinder, runs: SessionRuns): readonly AgentTool[] {
  return runs.definitions.map(({ name, description = name, parameters }) => {
    // The definitions of runs have JSON Schemas with type "object"; `defineTool` refuses any other.
    const schema = parameters as AnyTool['parameters'];
    const shown = defineTool({ name, description, parameters: schema, execute: () => undefined });
    return new AgentTool(shown, async (config) => runs.of(await find(config ?? {})).tools);
  });
}

async function askWithContext<
  Request extends ModelRequestParts & { readonly runtime: StepRuntime },
  Answer,
>(
  memory: MiddlewareMemory,
  request: Request,
  ask: (request: Request) => Answer | Promise<Answer>,
  reconcile: ThreadReconciler,
): Promise<Answer> {
  for (let refusal: Error | undefined; ; ) {
    const context = await contextFor(memory, request, refusal, reconcile);
    const startMs = performance.now();
    let answer: Answer;
    try {
      answer = await ask(plannedRequest(request, context.messages));
    } catch (error) {
      if (!(error instanceof Error && isOverflow(error))) throw error;
      refusal = error;
      continue;
    }
    const usage = usageOfAnswer(answer, performance.now() - startMs);
    // The memory takes a report for its newest context, which may be another one by now.
    if (usage && memory.getState().plan === context.plan) {
      await memory.reportUsage(usage).catch((error: unknown) => {
        if (!(error instanceof InvalidUsageError)) throw error;
        console.warn(`[agent-memory] ${errorText(error)}`);
      });
    }
    return answer;
  }
}

/** Stores the graph's messages and assembles the context for them, with nothing between the two. */
function contextFor(
  memory: MiddlewareMemory,
  { state, runtime }: ModelRequestParts & { readonly runtime: StepRuntime },
  refusal: Error | undefined,
  reconcile: ThreadReconciler,
) {
  const options = { format: langChainFormat, ...signalOf(runtime) };
  return reconcile(memory, state.messages, runtime, () =>
    refusal ? memory.onOverflow({ ...options, error: refusal }) : memory.assemble(options),
  );
}

function store(
  memory: MiddlewareMemory,
  messages: readonly BaseMessage[],
  runtime: StepRuntime,
  reconcile: ThreadReconciler,
): Promise<void> {
  return reconcile(memory, messages, runtime, () => Promise.resolve());
}
