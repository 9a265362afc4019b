import { extractiveSummarizer } from '@agent-memory/core';
import { EMPTY_REPLY, type LocalModel, type LocalModelSize } from '@agent-memory/models';
import { createLocalModel, EngineFailure, type EngineRequest } from '@agent-memory/models/local';
import { expect, test } from 'vitest';
import { createKeptValue } from '../settings/kept-value.ts';
import { createDeviceModels } from './device-models.ts';
import type { DevicePorts } from './device-ports.ts';
import { type DeviceSettings, parseDownloads, parseSettings } from './device-settings.ts';
import type { KeptFiles } from './kept-files.ts';
import { type ModelSource, namedSource, titleOf } from './model-source.ts';

const ADDRESS: ModelSource = { kind: 'address', url: 'https://example.org/a.gguf' };
const DROPPED: ModelSource = { kind: 'file', file: new File(['GGUF'], 'b.gguf'), isKept: false };
const SIZE: LocalModelSize = { downloadBytes: 5_000, totalBytes: 9_000 };

interface Scene {
  readonly size?: LocalModelSize;
  readonly settings?: DeviceSettings;
  /** Loads that go on until they are aborted, or fail. */
  readonly load?: 'waits' | 'fails';
  readonly keeping?: 'no-room';
}

/** Models whose engine answers at once, and the page around them. */
function aPage(scene: Scene = {}) {
  let { size = SIZE, load } = scene;
  const made: LocalModel[] = [];
  const asked: EngineRequest[] = [];
  const settings = createKeptValue('settings', parseSettings, memoryStorage());
  if (scene.settings) settings.set(scene.settings);
  const downloads = createKeptValue('downloads', parseDownloads, memoryStorage());
  const copies = new Map<string, File>();
  const files: KeptFiles = {
    list: async () => [...copies.values()],
    find: async (name) => copies.get(name),
    keep: async (file) => {
      if (scene.keeping) throw new DOMException('No room.', 'QuotaExceededError');
      copies.set(file.name, file);
    },
    remove: async (name) => void copies.delete(name),
  };
  const makeModel = async (source: ModelSource): Promise<LocalModel> => {
    const model = createLocalModel({
      name: titleOf(namedSource(source)),
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
  const ports: DevicePorts = {
    ...{ makeModel, settings, downloads },
    files: async () => files,
    storeEngine: async () => true,
  };
  const models = createDeviceModels(ports);
  return {
    ...{ models, made, asked, settings, downloads, copies },
    phases: () => made.map(({ status }) => status.phase),
    change: (next: Pick<Scene, 'size' | 'load'>) => {
      if (next.size) size = next.size;
      load = next.load;
    },
  };
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    storage: () => ({
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    }),
    onOtherPage: () => () => undefined,
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

test('[MOD-2] a model that is not here tells its size and waits for a word', async () => {
  const page = aPage();
  await page.models.choose(ADDRESS);
  expect(page.models.get()).toMatchObject({ preparation: { kind: 'asking', size: SIZE } });
  expect(page.phases()).toEqual(['unloaded']);

  await page.models.confirm();
  const { current, preparation, stored } = page.models.get();
  expect(preparation).toBeUndefined();
  expect(current?.source).toBe(ADDRESS);
  expect(page.phases()).toEqual(['ready']);
  expect(stored).toEqual([{ source: ADDRESS, bytes: 9_000 }]);
  expect(page.settings.get()).toEqual({ source: ADDRESS, contextWindow: 2_048 });
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

test('[MOD-2] whoever does not want the download is left with what was there', async () => {
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

test('[MOD-6] a dropped file is kept once it has started, and found at the next visit', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 4 } });
  await page.models.choose(DROPPED);
  expect([...page.copies.keys()]).toEqual(['b.gguf']);
  expect(page.settings.get().source).toEqual({ kind: 'file', name: 'b.gguf' });
  expect(page.models.get()).toMatchObject({ problem: undefined, isEngineStored: true });
});

test('[MOD-3] a file that the browser has no room for runs, and that is said', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 4 }, keeping: 'no-room' });
  await page.models.choose(DROPPED);
  expect(page.phases()).toEqual(['ready']);
  expect(page.models.get().problem).toBe(
    '“b.gguf” runs, and could not be kept for the next visit: No room.',
  );
  expect(page.settings.get().source).toBeUndefined();
});

test('[MOD-6] the model of the last visit is there, and nothing is started for it', async () => {
  const page = aPage({ settings: { source: ADDRESS, contextWindow: 2_048 } });
  await page.models.restore();
  expect(page.models.get()).toMatchObject({ isRestored: true, current: { source: ADDRESS } });
  expect(page.phases()).toEqual(['unloaded']);
  expect(page.models.chatModel.contextWindow).toBe(2_048);
});

test('[MOD-2] a model that is deleted is nobody’s any more', async () => {
  const page = aPage();
  await page.models.choose(ADDRESS);
  await page.models.confirm();
  await page.models.remove({ kind: 'address', url: ADDRESS.url });
  expect(page.models.get()).toMatchObject({ current: undefined, stored: [] });
  expect(page.settings.get()).toEqual({ contextWindow: 2_048 });
  expect(page.phases()).toEqual(['disposed', 'disposed']);
});

test('[MOD-4] an answer has its share of the window, and no more', async () => {
  const page = aPage({ size: { downloadBytes: 0, totalBytes: 1 } });
  await page.models.choose(ADDRESS);
  await page.models.chatModel.chat({ messages: [{ role: 'user', content: 'Hi' }] });
  expect(page.asked.map(({ maxTokens }) => maxTokens)).toEqual([480]);
});

test('[MOD-1] without a model that runs the summary is the extractive one', async () => {
  const page = aPage({ settings: { source: ADDRESS, contextWindow: 2_048 } });
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
