import { extractiveSummarizer } from '@agent-memory/core';
import { EMPTY_REPLY, type LocalModel, type LocalModelSize } from '@agent-memory/models';
import { createLocalModel, EngineFailure, type EngineRequest } from '@agent-memory/models/device';
import { expect, test } from 'vitest';
import { createWatchedValue } from '../platform/watched-value.ts';
import { createDeviceModels } from './device-models.ts';
import { type KeptDevice, type ModelSource, parseKept, titleOf } from './model-source.ts';

const ADDRESS: ModelSource = { kind: 'address', url: 'https://example.org/a.gguf' };
const KEY = 'address/https://example.org/a.gguf';
const DROPPED: ModelSource = { kind: 'file', file: new File(['GGUF'], 'b.gguf') };
const SIZE: LocalModelSize = { downloadBytes: 5_000, totalBytes: 9_000 };

interface Scene {
  readonly size?: LocalModelSize;
  readonly kept?: KeptDevice;
  /** Loads that go on until they are aborted, or fail. */
  readonly load?: 'waits' | 'fails';
}

/** Models whose engine answers at once, and the page around them. */
function aPage(scene: Scene = {}) {
  let { size = SIZE, load } = scene;
  const made: LocalModel[] = [];
  const asked: EngineRequest[] = [];
  const kept = createWatchedValue(scene.kept ?? parseKept(undefined));
  const makeModel = async (source: ModelSource): Promise<LocalModel> => {
    const model = createLocalModel({
      name: titleOf(source),
      files: { size: async () => size, clear: async () => undefined },
      createEngine: () => ({
        lost: new Promise<never>(() => undefined),
        close: () => undefined,
        async load({ signal }) {
          if (load === 'fails') throw new EngineFailure({ kind: 'out-of-memory', problem: '' });
          if (load === 'waits') {
            await new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            });
          }
          return { contextWindow: 2_048, backend: 'wasm', threads: 1, notes: [] };
        },
        async generate(request) {
          asked.push(request);
          return { ...EMPTY_REPLY, text: 'Hello.' };
        },
      }),
    });
    made.push(model);
    return model;
  };
  const models = createDeviceModels({ makeModel, kept });
  return {
    ...{ models, made, asked, kept },
    phases: () => made.map(({ status }) => status.phase),
    change: (next: Pick<Scene, 'size' | 'load'>) => {
      if (next.size) size = next.size;
      load = next.load;
    },
  };
}

/** Resolves when the models are in a state that holds. */
async function until(
  { models }: ReturnType<typeof aPage>,
  holds: (state: ReturnType<typeof models.get>) => boolean,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (holds(models.get())) resolve();
    };
    models.subscribe(look);
    look();
  });
}

test('[MOD-2] a model that is not here says its size and waits for consent', async () => {
  const page = aPage();
  await page.models.choose(ADDRESS);
  expect(page.models.get()).toMatchObject({ preparation: { kind: 'asking', size: SIZE } });
  expect(page.phases()).toEqual(['unloaded']);

  await page.models.confirm();
  const { current, preparation } = page.models.get();
  expect(preparation).toBeUndefined();
  expect(current?.source).toBe(ADDRESS);
  expect(page.phases()).toEqual(['ready']);
  expect(page.kept.get()).toEqual({ key: KEY, contextWindow: 2_048, stored: { [KEY]: 9_000 } });
});

test('[MOD-2] a model whose files are here starts at once', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 9_000 } });
  await page.models.choose(ADDRESS);
  expect(page.phases()).toEqual(['ready']);
});

test('[MOD-3] a download that is cut off waits to be confirmed again', async () => {
  const page = aPage({ load: 'waits' });
  await page.models.choose(ADDRESS);
  const loading = page.models.confirm();
  expect(page.models.get().preparation?.kind).toBe('loading');
  page.models.cancel();
  await loading;
  expect(page.models.get().preparation?.kind).toBe('asking');
  page.change({});
  await page.models.confirm();
  expect(page.phases()).toEqual(['ready']);
});

test('[MOD-2] without consent everything stays as it was', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 1 } });
  await page.models.choose(DROPPED);
  page.change({ size: SIZE });
  await page.models.choose(ADDRESS);
  page.models.cancel();
  const { current, preparation } = page.models.get();
  expect(current?.source).toBe(DROPPED);
  expect(preparation).toBeUndefined();
  expect(page.phases()).toEqual(['ready', 'disposed']);
});

test('[MOD-3] a model that does not start says why, and the one before it stays', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 1 } });
  await page.models.choose(DROPPED);
  page.change({ load: 'fails' });
  await page.models.choose(ADDRESS);
  const { current, preparation } = page.models.get();
  expect(preparation).toMatchObject({ kind: 'failed', error: { code: 'MODEL_OUT_OF_MEMORY' } });
  expect(current?.source).toBe(DROPPED);
  // Its memory was needed; it comes back with the next message.
  expect(page.phases()).toEqual(['unloaded', 'disposed']);
});

test('a model that was chosen last is the one, however long an earlier one takes', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 1 }, load: 'waits' });
  const first = page.models.choose(ADDRESS);
  await until(page, ({ preparation }) => preparation?.kind === 'loading');
  page.change({});
  await page.models.choose(DROPPED);
  await first;
  expect(page.models.get().current?.source).toBe(DROPPED);
  expect(page.phases()).toEqual(['disposed', 'ready']);
});

test('a dropped file is not noted for the next visit, which does not have it', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 4 } });
  await page.models.choose(DROPPED);
  expect(page.phases()).toEqual(['ready']);
  expect(page.kept.get()).toEqual({ contextWindow: 2_048, stored: {} });
});

test('[MOD-6] the model of the last visit is there, and nothing is started for it', async () => {
  const page = aPage({ kept: { key: KEY, contextWindow: 2_048, stored: { [KEY]: 9_000 } } });
  await page.models.restore();
  expect(page.models.get()).toMatchObject({ isRestored: true, current: { source: ADDRESS } });
  expect(page.phases()).toEqual(['unloaded']);
  expect(page.models.chatModel.contextWindow).toBe(2_048);
});

test('[MOD-2] a model that is deleted is gone', async () => {
  const page = aPage();
  await page.models.choose(ADDRESS);
  await page.models.confirm();
  await page.models.remove(ADDRESS);
  expect(page.models.get().current).toBeUndefined();
  expect(page.kept.get()).toEqual({ contextWindow: 2_048, stored: {} });
  expect(page.phases()).toEqual(['disposed']);
});

test('[MOD-4] an answer has its share of the window, and no more', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 1 } });
  await page.models.choose(ADDRESS);
  await page.models.chatModel.chat({ messages: [{ role: 'user', content: 'Hi' }] });
  expect(page.asked.map(({ maxTokens }) => maxTokens)).toEqual([480]);
});

test('[MOD-1] without a model that runs the summary is the extractive one', async () => {
  const page = aPage({ kept: { key: KEY, contextWindow: 2_048, stored: { [KEY]: 9_000 } } });
  await page.models.restore();
  const sources = [{ seq: 0, role: 'user', text: 'My order is ZFA04Y.' }] as const;
  const request = { sources, maxTokens: 100, count: (text: string) => text.length };
  const { madeBy } = await page.models.summarizer.summarize(request, {});
  expect(madeBy).toBe(extractiveSummarizer.name);
  expect(page.models.summarizer.status.passedOver).toMatchObject([
    { error: { code: 'MODEL_UNLOADED' } },
  ]);
  expect(page.phases()).toEqual(['unloaded']);
});
