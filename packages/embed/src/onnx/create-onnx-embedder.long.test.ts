import { embedderContract } from '@agent-memory/long-term/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cosine } from '../testing/cosine.ts';
import { startModelServer } from '../testing/model-server.ts';
import {
  hasModel,
  modelFiles,
  NEEDS_MODEL,
  reference,
  runtimeBytes,
  tinyModelFiles,
} from '../testing/shared-model.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { tinyOnnx } from '../testing/tiny-onnx.ts';
import { createOnnxEmbedder } from './create-onnx-embedder.ts';
import type { OnnxEmbedderOptions } from './onnx-options.ts';

const PASSAGE = { purpose: 'passage' } as const;
const QUERY = { purpose: 'query' } as const;

const SEED = 28;

const server = await startModelServer();
afterAll(server.close);

function anEmbedder(options: Partial<OnnxEmbedderOptions> = {}) {
  return createOnnxEmbedder({
    model: tinyModelFiles(),
    runtime: runtimeBytes(),
    ...options,
  });
}

embedderContract({ name: 'ONNX in Node', create: () => anEmbedder() });

const PREFIXES = { query: 'query: ', passage: 'passage: ' };

test('[RET-7] prefixes stand before the texts, and make another model of it', async () => {
  const [plain, prefixed] = [anEmbedder(), anEmbedder({ prefixes: PREFIXES })];
  const [query, passage] = [
    await plain.embed(['query: a'], QUERY),
    await plain.embed(['passage: a'], QUERY),
  ];
  expect(await prefixed.embed(['a'], QUERY)).toEqual(query);
  expect(await prefixed.embed(['a'], PASSAGE)).toEqual(passage);
  expect(prefixed.model?.version).not.toBe(plain.model?.version);
  expect((await prefixed.load()).version).toBe(prefixed.model?.version);
  for (const embedder of [plain, prefixed]) embedder.dispose();
});

test('a model that was trained with prefixes and gets none says so', async () => {
  const [config, ...files] = tinyModelFiles();
  const named = {
    ...JSON.parse((await config?.text()) ?? ''),
    _name_or_path: 'multilingual-e5-tiny',
  };
  const model = [new File([JSON.stringify(named)], 'config.json'), ...files];
  const notesOf = async (options: Partial<OnnxEmbedderOptions>) => {
    const embedder = anEmbedder({ model, ...options });
    const { notes } = await embedder.load();
    embedder.dispose();
    return notes.join();
  };
  expect(await notesOf({})).toContain('`prefixes`');
  expect(await notesOf({ prefixes: PREFIXES })).not.toContain('`prefixes`');
});

describe.skipIf(!hasModel)(`ONNX in Node, ${NEEDS_MODEL}`, () => {
  test('gives the vectors of the float model, but for what the weights lost', async () => {
    const real = anEmbedder({ model: modelFiles() });
    const { texts, vectors } = reference();
    const own = await real.embed(texts, PASSAGE);
    const cosines = own.map((vector, place) => cosine(vector, vectors[place] ?? []));
    expect(cosines).toHaveLength(12);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.98);
    expect(await real.load()).toMatchObject({ dimension: 384, maxTokens: 512 });
    expect(real.model?.id).toBe('nreimers/MiniLM-L6-H384-uncased');
    real.dispose();
  });

  test('any text has a vector of length 1', async () => {
    const real = anEmbedder({ model: modelFiles() });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const [vector = new Float32Array()] = await real.embed([text, `${text}\ud800`], QUERY);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }),
      { seed: SEED, numRuns: 30 },
    );
    real.dispose();
  });
});

const shared = anEmbedder();
beforeAll(async () => void (await shared.load()));

test('says that it runs on the thread that calls it, where there is no worker', async () => {
  const { notes } = await shared.load();
  expect(notes).toEqual([expect.stringContaining('There is no Worker here')]);
});

test('tells what it loaded', async () => {
  expect(await shared.load()).toMatchObject({
    dimension: 128,
    maxTokens: 64,
    isFromCache: false,
    id: 'tests/tiny',
  });
});

test('a text that is longer than the window has the vector of its beginning', async () => {
  const words = (count: number) => 'harbour '.repeat(count);
  const [full, longer, shorter] = await shared.embed([words(9), words(90_000), 'harbour'], PASSAGE);
  expect(cosine(full ?? [], longer ?? [])).toBeGreaterThan(0.999);
  expect(cosine(shorter ?? [], longer ?? [])).toBeLessThan(0.999);
});

test('[RET-7] the version is that of the files', async () => {
  const [config = new File([], '')] = tinyModelFiles();
  const spaced = new File([config, ' '], 'config.json');
  const versions: (string | undefined)[] = [];
  for (const model of [tinyModelFiles(), [spaced, ...tinyModelFiles().slice(1)]]) {
    const one = anEmbedder({ model });
    await one.load();
    versions.push(one.model?.version);
    one.dispose();
  }
  expect(versions[0]).toBe(shared.model?.version);
  expect(versions[1]).not.toBe(versions[0]);
});

test.each([
  ['missing', 'MODEL_DOWNLOAD_FAILED', 'onnx/model_quantized.onnx of'],
  ['forbidden', 'MODEL_DOWNLOAD_FAILED', '403'],
  ['web-page', 'MODEL_FILES_UNREADABLE', 'config.json is a web page'],
  ['no-json', 'MODEL_FILES_UNREADABLE', 'tokenizer.json is no JSON'],
  ['other-json', 'MODEL_FILES_UNREADABLE', 'no tokenizer of a known kind'],
  ['lfs', 'MODEL_FILES_UNREADABLE', 'Git LFS'],
  ['cut', 'MODEL_FILES_UNREADABLE', 'is no ONNX model, or a part of one'],
  ['dying', 'MODEL_DOWNLOAD_FAILED', 'The connection broke'],
  ['endless', 'MODEL_FILES_UNREADABLE', 'config.json is longer than 64000000 bytes'],
])('[MOD-3] a server that is %s ends in %s', async (kind, code, words) => {
  const broken = anEmbedder({ model: `${server.url}/node/${kind}/` });
  const error = await thrownBy(broken.load());
  expect(error.code).toBe(code);
  expect(error.message).toContain(words);
  broken.dispose();
});

test('[MOD-3] a server that is not there is unreachable, and may be there later', async () => {
  const gone = await startModelServer();
  await gone.close();
  const error = await thrownBy(anEmbedder({ model: gone.url }).load());
  expect(error).toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED', recoverable: true });
});

test('[MOD-3] files that cannot be kept are used, and that is said once', async () => {
  const one = anEmbedder({ model: `${server.url}/uncached/good` });
  // Node has no Cache Storage.
  const { notes } = await one.load();
  expect(await one.embed(['Hello'], QUERY)).toHaveLength(1);
  expect(notes.filter((note) => note.includes('This page has no Cache Storage'))).toHaveLength(1);
  one.dispose();
});

test('[MOD-2] a text is no consent to a download: nobody is asked before `load`', async () => {
  const one = createOnnxEmbedder({
    model: `${server.url}/unasked/good`,
    runtime: runtimeBytes(),
  });
  const error = await thrownBy(one.embed(['Hello'], QUERY));
  expect(error.failure).toEqual({ kind: 'download-not-allowed' });
  expect(await (await fetch(`${server.url}/unasked/seen`)).json()).toEqual([]);
  await one.load();
  expect(await one.embed(['Hello'], QUERY)).toHaveLength(1);
  one.dispose();
});

test('[MOD-3] another file than its hash names is refused', async () => {
  const sha256 = { 'config.json': '0'.repeat(64) };
  const error = await thrownBy(anEmbedder({ model: `${server.url}/other/good`, sha256 }).load());
  expect(error.code).toBe('MODEL_FILES_UNREADABLE');
  expect(error.message).toContain('config.json is another file than its SHA-256 names');
});

const withWeights = (weights: Uint8Array<ArrayBuffer>) =>
  anEmbedder({
    model: [...tinyModelFiles().slice(0, 3), new File([weights], 'model_quantized.onnx')],
  });

test('a model that takes tokens alone is run without mask and types', async () => {
  // The tiny one is such a model: its vectors are those of its letters.
  const [straight, turned, other] = await shared.embed(['Ada', 'a d a', 'Eve'], QUERY);
  expect(cosine(straight ?? [], other ?? [])).toBeLessThan(0.9);
  expect(straight).not.toEqual(turned);
});

test.each([
  [{ input: 'pixel_values', isByToken: true }, 'it wants an input `pixel_values`'],
  [{ input: 'input_ids', isByToken: false }, '`output` [batch, sequence]'],
])('[MOD-3] a model of %j is refused in words', async (model, words) => {
  const error = await thrownBy(withWeights(tinyOnnx(model)).load());
  expect(error.code).toBe('MODEL_FILES_UNREADABLE');
  expect(error.message).toContain(words);
});

test('[MOD-3] a load that failed is tried again by the next call', async () => {
  let tries = 0;
  const model = tinyModelFiles();
  const config = model[0] ?? new File([], '');
  const flaky = Object.assign(new File([config], 'config.json'), {
    arrayBuffer: async () => {
      tries += 1;
      if (tries === 1) throw new DOMException('moved', 'NotReadableError');
      return await config.arrayBuffer();
    },
  });
  const one = anEmbedder({ model: [flaky, ...model.slice(1)] });
  expect((await thrownBy(one.load())).message).toContain('no longer readable');
  expect(await one.embed(['Hello'], QUERY)).toHaveLength(1);
  one.dispose();
});

test('[MOD-2] nothing is asked of a server before the first call, and the size is asked without content', async () => {
  const one = createOnnxEmbedder({ model: `${server.url}/size/good` });
  const seen = async () => await (await fetch(`${server.url}/size/seen`)).json();
  expect(await seen()).toEqual([]);
  const { totalBytes } = await one.size();
  expect(totalBytes).toBe(tinyModelFiles().reduce((sum, { size }) => sum + size, 0));
  expect((await seen()).every(({ method }: { method: string }) => method === 'HEAD')).toBe(true);
});

test('a file that is missing among those that were given is named', async () => {
  const one = createOnnxEmbedder({ model: [new File(['{}'], 'config.json')] });
  const error = await thrownBy(one.size());
  expect(error.failure).toMatchObject({
    kind: 'files-unreadable',
    problem: expect.stringContaining('tokenizer.json'),
  });
});
