import type { ChatRequest } from '@agent-memory/models';
import { inject, onTestFinished } from 'vitest';
import type { WebLlmModel } from '../model/model-record.ts';
import { webLlm } from '../web-llm.ts';
import type { WebLlmOptions } from '../web-llm-options.ts';
import type {} from './web-llm-server-setup.ts';

/** The kinds of server that a test may meet. */
export type ServerKind =
  | 'good'
  | 'no-weights'
  | 'no-library'
  | 'sign-in'
  | 'sign-in-library'
  | 'other-library'
  | 'other-config'
  | 'short-weights'
  | 'dying'
  | 'in-pieces'
  | 'stalling';

/** The tiny model's answer to everything, at a temperature of 0. */
export const SENTENCE =
  'Hello! This reply comes from a very small model that runs the real engine in your browser.';

export const HELLO = { messages: [{ role: 'user', content: 'Hi' }], temperature: 0 } as const;

/** A request whose answer takes seconds, so that something can happen in the midst of it. */
export const LONG_ANSWER: ChatRequest = {
  ...HELLO,
  answerSchema: { type: 'array', items: { type: 'boolean' }, minItems: 200, maxItems: 200 },
};

/** A context of several prefill chunks, and of no more than the window. */
export const LONG: ChatRequest = {
  messages: [{ role: 'user', content: 'a small model '.repeat(400) }],
  temperature: 0,
};

/** Files of its own for each test, of which the server keeps its own list. */
export function aServer(host = '127.0.0.1') {
  const url = `http://${host}:${inject('webLlmPort')}/run-${crypto.randomUUID()}`;
  return {
    record: (kind: ServerKind = 'good'): WebLlmModel => ({
      model: `${url}/${kind}/`,
      model_id: 'tiny',
      model_lib: `${url}/${kind}/lib.wasm`,
    }),
    downloads: async (): Promise<readonly string[]> => (await fetch(`${url}/seen`)).json(),
    givenUp: async (): Promise<void> => void (await fetch(`${url}/given-up`)),
  };
}

/** A model for one test. */
export function aModel(options: Partial<WebLlmOptions> = {}) {
  const model = webLlm({ model: aServer().record(), ...options });
  onTestFinished(() => model.dispose());
  return model;
}

/** Workers that a test can break, and the list of them. */
export function breakableWorkers() {
  const workers: Worker[] = [];
  const worker = (): Worker => {
    const made = new Worker(new URL('./breakable-worker.ts', import.meta.url), { type: 'module' });
    workers.push(made);
    return made;
  };
  const newest = (): Worker => {
    const last = workers.at(-1);
    if (!last) throw new Error('No worker was made yet.');
    return last;
  };
  return {
    worker,
    workers,
    say: (word: 'destroy-device' | 'out-of-memory' | 'crash') => newest().postMessage(word),
    kill: () => newest().terminate(),
  };
}
