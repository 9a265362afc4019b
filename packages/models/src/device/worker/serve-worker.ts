import { errorText, threads } from '@agent-memory/core/internal';
import { expose, transfer } from 'comlink';
import { EngineFailure } from '../../errors/engine-failure.ts';
import type { LocalFailure } from '../../errors/local-failure.ts';

/** The end of a call, as data: an error's class would not survive the way between the threads. */
export type Outcome<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'failure'; readonly failure: LocalFailure };

/** The calls of an engine's worker. Each may reject with `EngineFailure`. */
export type EngineCalls = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** The same calls as they cross the border, and those that every worker has. */
export type ServedCalls<Calls extends EngineCalls> = {
  readonly [Name in keyof Calls]: (
    ...given: Parameters<Calls[Name]>
  ) => Promise<Outcome<Awaited<ReturnType<Calls[Name]>>>>;
} & {
  /** Takes the lock by which the page notices that the worker ended; nothing where there are none. */
  readonly holdLife: () => Promise<string | undefined>;
};

/** Answers the page from a worker, which holds one engine. */
export function serveWorker<Calls extends EngineCalls>(calls: Calls): void {
  const served = Object.entries(calls).map(([name, call]) => [
    name,
    // The page holds the arguments to the types of `Calls`.
    (...given: unknown[]) => outcomeOf(call(...(given as never[]))),
  ]);
  expose({ ...Object.fromEntries(served), holdLife: () => threads.holdLifeLock() });
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    const value = await work;
    const outcome = { kind: 'value', value } as const;
    return value instanceof Float32Array ? transfer(outcome, [value.buffer]) : outcome;
  } catch (error) {
    if (error instanceof EngineFailure) return { kind: 'failure', failure: error.failure };
    return { kind: 'failure', failure: { kind: 'run-failed', problem: errorText(error) } };
  }
}
