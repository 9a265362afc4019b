import {
  type AgentMemory,
  AgentMemoryError,
  type AgentMemoryOptions,
  type AssembledContext,
  type ContextOverflowError,
  type TokenBudget,
} from '@agent-memory/core';
import { type UseAgentMemoryResult, useAgentMemory } from '@agent-memory/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorText } from '../platform/error-text.ts';

/** The outcome of asking memory for a context. */
export type ContextResult =
  | { readonly kind: 'sent'; readonly context: AssembledContext }
  | { readonly kind: 'refused'; readonly error: ContextOverflowError };

/** How a context is asked for. */
export interface ContextRequest {
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** The provider refused the last one as too long: a smaller one is wanted. */
  readonly wasTooLong?: boolean;
}

/** A memory as this page uses it. */
export interface PlaygroundSession {
  readonly memory: AgentMemory;
  readonly state: UseAgentMemoryResult;
  /** Why the last request got no context; gone with the next one that does. */
  readonly refusal: ContextOverflowError | undefined;
  /** Why the page could not bring the session up to date, in words; gone when it can again. */
  readonly fault: string | undefined;
  /** Asks for the context of the next call. Rejects with anything but an overflow. */
  readonly requestContext: (request?: ContextRequest) => Promise<ContextResult>;
}

/** Recorded sessions were held with models of this encoding. */
export const RECORDED_MODEL = 'gpt-4o';

/** The parts of a session of this page; all but the budget are read when its memory is made. */
export type SessionOptions = Pick<
  AgentMemoryOptions,
  'store' | 'system' | 'model' | 'features' | 'summarizer' | 'compaction'
> & {
  readonly memoryId: string;
  /** A change takes effect at once, with a new context. */
  readonly budget: TokenBudget;
};

/** A memory for one component. */
export function useSession({ memoryId, budget, ...options }: SessionOptions): PlaygroundSession {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts when the memory is made; later ones are set by `useBudget`.
  const firstBudget = useMemo(() => budget, [memoryId]);
  const state = useAgentMemory({ ...options, id: memoryId, budget: firstBudget });
  const { memory } = state;
  const [refusal, setRefusal] = useStateOf<ContextOverflowError>(memory);
  const requestContext = useCallback(
    async (request?: ContextRequest): Promise<ContextResult> => {
      const result = await contextOf(memory, request);
      // A context that the provider finds too long is no matter of the budget that was set here.
      const isRefused = result.kind === 'refused' && !request?.wasTooLong;
      setRefusal(isRefused ? result.error : undefined);
      return result;
    },
    [memory, setRefusal],
  );
  const [fault, setFault] = useStateOf<string>(memory);
  useBudget(memory, budget, requestContext, setFault);
  useFreshPlan(memory, setFault);
  return { memory, state, refusal, fault, requestContext };
}

/** Brings the memory to the budget. */
function useBudget(
  memory: AgentMemory,
  wanted: TokenBudget,
  requestContext: () => Promise<ContextResult>,
  onFault: (fault: string | undefined) => void,
): void {
  useEffect(() => {
    let isOvertaken = false;
    async function apply(): Promise<void> {
      await memory.ready;
      const { budget, entries } = memory.getState();
      if (isOvertaken || budget.inputTokens === wanted.inputTokens) return;
      await memory.configure({ budget: wanted });
      if (entries > 0 && !isOvertaken) await requestContext();
      if (!isOvertaken) onFault(undefined);
    }
    apply().catch((error: unknown) => {
      if (!isOvertaken) onFault(faultOf(error));
    });
    return () => {
      isOvertaken = true;
    };
  }, [memory, wanted, requestContext, onFault]);
}

/**
 * Shows a stored session as it would be sent now, and anew once estimates became counts or somebody
 * compacted or took a compaction back by hand.
 */
function useFreshPlan(memory: AgentMemory, onFault: (fault: string | undefined) => void): void {
  useEffect(() => {
    const show = async (isOutdated: boolean): Promise<void> => {
      await memory.ready;
      const { entries, plan } = memory.getState();
      if (entries > 0 && (isOutdated || plan?.tokenSource !== 'counted')) await contextOf(memory);
    };
    const showAgain = (isOutdated: boolean): void => {
      show(isOutdated).catch((error: unknown) => onFault(faultOf(error)));
    };
    showAgain(false);
    return memory.onEvent((event) => {
      if (event.type === 'tokens-update') showAgain(false);
      const trigger = event.type === 'compaction-end' && event.record.trigger;
      if (trigger === 'manual' || trigger === 'undo') showAgain(true);
    });
  }, [memory, onFault]);
}

async function contextOf(
  memory: AgentMemory,
  { signal, wasTooLong = false }: ContextRequest = {},
): Promise<ContextResult> {
  const options = signal ? { signal } : {};
  try {
    const assembling = wasTooLong ? memory.onOverflow(options) : memory.assemble(options);
    return { kind: 'sent', context: await assembling };
  } catch (error) {
    if (isOverflow(error)) return { kind: 'refused', error };
    throw error;
  }
}

function isOverflow(error: unknown): error is ContextOverflowError {
  return AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW';
}

/** Puts the fault into words; `undefined` for a session that was left meanwhile, which is no fault. */
export function faultOf(error: unknown): string | undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED') return undefined;
  return errorText(error);
}

/**
 * State that belongs to one owner: another owner begins without a value, and what is set for an
 * owner that was left meanwhile is not shown.
 */
export function useStateOf<Value>(
  owner: object,
): readonly [Value | undefined, (value: Value | undefined) => void] {
  const [kept, setKept] = useState<{ readonly owner: object; readonly value: Value | undefined }>();
  const set = useCallback(
    (value: Value | undefined) =>
      setKept((last) =>
        last?.owner === owner && Object.is(last.value, value) ? last : { owner, value },
      ),
    [owner],
  );
  return [kept?.owner === owner ? kept.value : undefined, set];
}
