import { describe, expect, test } from 'vitest';
import type { ChatDelta } from '../chat/chat-model.ts';
import type { EngineRequest, LoadProgress, LocalEngine } from '../local/engine.ts';

/** Settings of `localEngineContract`. */
export interface LocalEngineContractOptions {
  /** Stands in the name of each test. */
  readonly name: string;
  /** Whether the tests run here. Default: true. */
  readonly isHere?: boolean;
  /** Makes an engine for one test, not loaded yet. */
  readonly create: () => LocalEngine | Promise<LocalEngine>;
  /** Some of its answer to it is told before the end. Default: a greeting. */
  readonly request?: EngineRequest;
}

const GREETING: EngineRequest = {
  messages: [{ role: 'user', content: 'Say hello in a few words.' }],
  tools: [],
  maxTokens: 12,
  temperature: 0,
  answerSchema: undefined,
};

/**
 * The contract of `LocalEngine` as tests; call it in a test file of the engine.
 *
 * @example
 * localEngineContract({ name: 'my engine', create: () => myEngine({ model: '/models/tiny.gguf' }) });
 */
export function localEngineContract({
  name,
  isHere = true,
  create,
  request = GREETING,
}: LocalEngineContractOptions): void {
  describe.skipIf(!isHere)(`the contract of engines on this device: ${name}`, () => {
    test('[MOD-4] a load tells its window and its hardware', async () => {
      const engine = await loaded(create);
      expect(engine.facts.contextWindow).toBeGreaterThan(0);
      expect(['webgpu', 'wasm']).toContain(engine.facts.backend);
      engine.close();
    });

    test('[MOD-1] texts told, joined, are the answer, and none comes after it', async () => {
      const engine = await loaded(create);
      const told: ChatDelta[] = [];
      const { signal } = new AbortController();
      const reply = await engine.generate(request, { signal, onDelta: (each) => told.push(each) });
      const count = told.length;
      expect(told.map(({ text }) => text).join('')).toBe(reply.text);
      expect(reply.text).not.toBe('');
      await engine.generate(request, { signal, onDelta: () => undefined });
      expect(told).toHaveLength(count);
      engine.close();
    });

    test('[MOD-3] an abort rejects with its reason, in mid-answer too, and the next request is answered', async () => {
      const engine = await loaded(create);
      for (const when of ['ahead', 'in mid-answer'] as const) {
        const controller = new AbortController();
        const reason = new Error(when);
        if (when === 'ahead') controller.abort(reason);
        const onDelta = (): void => controller.abort(reason);
        const asked = engine.generate(request, { signal: controller.signal, onDelta });
        await expect(asked).rejects.toBe(reason);
      }
      const { signal } = new AbortController();
      const reply = await engine.generate(request, { signal, onDelta: () => undefined });
      expect(reply.text).not.toBe('');
      engine.close();
    });

    test('[MOD-3] an abort ends a load with its reason', async () => {
      const engine = await create();
      const controller = new AbortController();
      const reason = new Error('not now');
      const loading = engine.load({
        signal: controller.signal,
        mayDownload: true,
        onProgress: () => controller.abort(reason),
      });
      controller.abort(reason);
      await expect(loading).rejects.toBe(reason);
      engine.close();
    });

    test('close ends it, and twice is harmless', async () => {
      const engine = await loaded(create);
      engine.close();
      engine.close();
    });
  });
}

async function loaded(create: LocalEngineContractOptions['create']) {
  const engine = await create();
  const progress: LoadProgress[] = [];
  const { signal } = new AbortController();
  const facts = await engine.load({
    signal,
    mayDownload: true,
    onProgress: (each) => progress.push(each),
  });
  for (const { loadedBytes = 0, totalBytes = Number.POSITIVE_INFINITY } of progress) {
    expect(loadedBytes).toBeLessThanOrEqual(totalBytes);
  }
  return {
    facts,
    generate: engine.generate.bind(engine),
    close: () => engine.close(),
  };
}
