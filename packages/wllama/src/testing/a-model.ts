import type { LoadProgress, LocalFailure } from '@agent-memory/models';
import { EngineFailure, type EngineRequest } from '@agent-memory/models/device';
import { inject, onTestFinished, vi } from 'vitest';
import { FOLDER_NAME, filesOfModel } from '../engine/files-of-model.ts';
import { wllamaEngine } from '../engine/wllama-engine.ts';
import { type GgufOptions, settingsOf } from '../options/gguf-options.ts';
import type {} from './gguf-server-setup.ts';
import { tinyModelBytes } from './tiny-model.ts';

const url = inject('ggufServerUrl');

/** Each test has an address of its own, of which the server keeps its own list. */
export function aRun() {
  const run = `run-${crypto.randomUUID()}`;
  const ask = async (question: string) => (await fetch(`${url}/${run}/${question}`)).json();
  return {
    address: (kind: string, file = 'tiny.gguf') => `${url}/${run}/${kind}/${file}`,
    givenUp: () => ask('given-up'),
    seen: (): Promise<string[]> => ask('seen'),
  };
}

export function aModel(model: GgufOptions['model'], options: Partial<GgufOptions> = {}) {
  const settings = settingsOf({ model, ...options });
  const engine = wllamaEngine(settings);
  onTestFinished(() => engine.close());
  const told: LoadProgress[] = [];
  const load = (signal = new AbortController().signal) =>
    engine.load({ signal, mayDownload: true, onProgress: (progress) => told.push(progress) });
  const ask = (content: string, wish: Partial<EngineRequest> = {}) => {
    const request = { ...aRequest(content), ...wish };
    return engine.generate(request, {
      signal: new AbortController().signal,
      onDelta: () => undefined,
    });
  };
  const files = filesOfModel(settings);
  const size = () => files.size({ signal: new AbortController().signal });
  return { engine, told, load, ask, files: { ...files, size } };
}

export function aRequest(content: string): EngineRequest {
  return {
    messages: [{ role: 'user', content }],
    tools: [],
    maxTokens: 24,
    temperature: 0,
    answerSchema: undefined,
  };
}

export function dropped(bytes = tinyModelBytes()): File {
  return new File([bytes], 'tiny.gguf');
}

export async function failureOf(work: Promise<unknown>): Promise<LocalFailure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof EngineFailure) return error.failure;
  throw new Error('It did not fail as an engine does.', { cause: error });
}

/** Takes away what the tests of a file kept in the browser. */
export async function clearKept(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER_NAME, { recursive: true }).catch(() => undefined);
}

/** The workers that are made from here on, whose scripts may lie elsewhere. */
export function watchedWorkers(scriptAt = (address: string | URL) => address): Worker[] {
  const workers: Worker[] = [];
  class WatchedWorker extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(scriptAt(address), options);
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', WatchedWorker);
  return workers;
}
