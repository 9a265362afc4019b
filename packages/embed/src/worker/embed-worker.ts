import { errorText, holdLifeLock } from '@agent-memory/core/internal';
import { expose, transfer } from 'comlink';
import { Failed } from '../errors/failed.ts';
import { localEngine } from './local-engine.ts';
import type { Outcome, WorkerCalls } from './protocol.ts';

// The worker's own file: it holds one model and answers the page.

const engine = localEngine();
/** Nobody aborts here: the page ends the whole worker. */
const never = new AbortController().signal;

const calls: WorkerCalls = {
  holdLife: () => holdLifeLock(),
  load: (settings, tell) =>
    outcomeOf(
      engine.load(
        settings,
        {
          onProgress: (progress) => tell({ kind: 'progress', progress }),
          onDegradation: (degradation) => tell({ kind: 'degradation', degradation }),
        },
        never,
      ),
    ),
  async embed(text, purpose) {
    const outcome = await outcomeOf(engine.embed(text, purpose));
    return outcome.kind === 'value' ? transfer(outcome, [outcome.value.buffer]) : outcome;
  },
};

async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'value', value: await work };
  } catch (error) {
    const failure =
      error instanceof Failed
        ? error.failure
        : ({ kind: 'run-failed', problem: errorText(error) } as const);
    return { kind: 'failure', failure };
  }
}

expose(calls);
