// @ts-check
import { modelSummarizer } from '@agent-memory/models';
import { Clockwork } from './clockwork.mjs';
import { tinyModel } from './models.mjs';

/** @typedef {import('@agent-memory/models').ChatModel} ChatModel */
/** @typedef {import('@agent-memory/models').ChatRequest} ChatRequest */
/** @typedef {import('@agent-memory/models').LocalModel} LocalModel */
/** @typedef {import('@agent-memory/core').Summarizer} Summarizer */

/**
 * One way in which a model fails while a memory wants its summary.
 *
 * @typedef {object} Fault
 * @property {LocalModel} model
 * @property {Summarizer} summarizer
 * @property {string} expected the code of the error that it has to end with, or the start of its message
 * @property {Clockwork} [clock] ends the time of a summary
 * @property {() => Promise<void>} [before] ahead of the compaction; resolves when the fault was noticed
 * @property {() => Promise<void> | void} [repair] undoes what an app or its user could
 * @property {LocalModel} [successor] takes the model's place where it cannot come back
 */

/** Every fault by its name. @type {ReadonlyMap<string, () => Promise<Fault> | Fault>} */
export const FAULTS = new Map(
  Object.entries({
    'device lost while idle': () => lostIdle((worker) => worker.postMessage('lose-device')),
    'device lost in mid-stream': () => lostInStream((worker) => worker.postMessage('lose-device')),
    'device out of memory in mid-stream': () =>
      lostInStream((worker) => worker.postMessage('run-out-of-memory'), 'MODEL_OUT_OF_MEMORY'),
    'worker killed while idle': () => lostIdle((worker) => worker.terminate(), 'MODEL_ENGINE_LOST'),
    'worker killed in mid-stream': () =>
      lostInStream((worker) => worker.terminate(), 'MODEL_ENGINE_LOST'),
    'worker crashed in mid-stream': () =>
      lostInStream((worker) => worker.postMessage('crash'), 'MODEL_ENGINE_LOST'),
    'abort in download': () => endedInLoad('download', 'stalling'),
    'abort in compile': () => endedInLoad('compile'),
    'abort in prefill': () => endedInAnswer('prefill'),
    'abort in decode': () => endedInAnswer('decode'),
    'unload during a load': unloadedInLoad,
    'context overflow': contextOverflow,
    'unknown model': unknownModel,
    'wrong library': () => badFiles('wrong-library', 'MODEL_FILES_UNREADABLE'),
    'truncated weights': () => badFiles('truncated-weights', 'MODEL_DOWNLOAD_FAILED'),
    'missing weights': () => badFiles('missing-weights', 'MODEL_DOWNLOAD_FAILED'),
    'weights damaged in the cache': damagedInCache,
    'blocked network': blockedNetwork,
    'quota full': quotaFull,
    'download not allowed': downloadNotAllowed,
    'no WebGPU': noWebGpu,
    'nonsense instead of a summary': nonsense,
  }),
);

/** Loaded by each fault that strikes behind the load. */
const READY = { download: /** @type {const} */ ('allowed') };

/**
 * A model whose worker can be broken, and the newest worker.
 *
 * @param {(worker: Worker) => void} breakIt
 */
function breakable(breakIt) {
  /** @type {Worker[]} */
  const workers = [];
  const worker = () => {
    const made = new Worker(new URL('./breakable-worker.mjs', import.meta.url), {
      type: 'module',
    });
    workers.push(made);
    return made;
  };
  const strike = () => {
    const newest = workers.at(-1);
    if (newest) breakIt(newest);
  };
  return { model: tinyModel('weights', { ...READY, worker }), strike };
}

/**
 * The engine goes away while nobody asks it, and no graphics card is given out until later.
 *
 * @param {(worker: Worker) => void} breakIt
 * @param {string} [noticedAs]
 * @returns {Promise<Fault>}
 */
async function lostIdle(breakIt, noticedAs = 'MODEL_DEVICE_LOST') {
  const { model, strike } = breakable(breakIt);
  await model.load();
  const graphics = hiddenGraphics();
  return {
    model,
    summarizer: modelSummarizer(model),
    expected: 'MODEL_DEVICE_UNSUPPORTED',
    before: async () => {
      const noticed = until(model, () => model.status.failure !== undefined);
      graphics.hide();
      strike();
      await noticed;
      const { kind = '' } = model.status.failure ?? {};
      const code = `MODEL_${kind.replaceAll('-', '_').toUpperCase()}`;
      if (code !== noticedAs) throw new Error(`It was noticed as ${code}.`);
    },
    repair: graphics.show,
  };
}

/**
 * The engine goes away behind the first word of the summary.
 *
 * @param {(worker: Worker) => void} breakIt
 * @param {string} [expected]
 * @returns {Promise<Fault>}
 */
async function lostInStream(breakIt, expected = 'MODEL_DEVICE_LOST') {
  const { model, strike } = breakable(breakIt);
  await model.load();
  let hasStruck = false;
  const struck = () => {
    if (!hasStruck) strike();
    hasStruck = true;
  };
  const summarizer = modelSummarizer(answering(model, { ...LONG_ANSWER, onDelta: struck }));
  return { model, summarizer, expected };
}

/**
 * The time of the summary ends in a phase of the load.
 *
 * @param {'download' | 'compile'} phase
 * @param {string} [from]
 * @returns {Fault}
 */
function endedInLoad(phase, from) {
  const clock = new Clockwork();
  const model = tinyModel(from, READY);
  const stop = model.subscribe(() => {
    const { progress } = model.status;
    // A stalled download has begun with its first bytes, and gives no more.
    const hasBegun = phase !== 'download' || (progress?.loadedBytes ?? 0) > HALF_OF_SHARD;
    if (progress?.phase !== phase || !hasBegun) return;
    stop();
    clock.endTime();
  });
  const ended = { model, summarizer: modelSummarizer(model), expected: OUT_OF_TIME, clock };
  return from === undefined ? ended : { ...ended, successor: tinyModel('weights', READY) };
}

/** More than all files but the stalled one, so that half of that one has come. */
const HALF_OF_SHARD = 3_200_000;

/**
 * The time of the summary ends while its request is read, or behind its first word.
 *
 * @param {'prefill' | 'decode'} phase
 * @returns {Promise<Fault>}
 */
async function endedInAnswer(phase) {
  const clock = new Clockwork();
  const model = tinyModel('weights', READY);
  await model.load();
  const onDelta = phase === 'decode' ? () => clock.endTime() : () => undefined;
  const stop = model.subscribe(() => {
    if (phase !== 'prefill' || model.status.phase !== 'answering') return;
    stop();
    // Behind this turn, in which the request is sent to the worker.
    setTimeout(() => clock.endTime());
  });
  const summarizer = modelSummarizer(answering(model, { ...LONG_ANSWER, onDelta }));
  return { model, summarizer, expected: OUT_OF_TIME, clock };
}

/** @returns {Fault} */
function unloadedInLoad() {
  const model = tinyModel('weights', READY);
  const stop = model.subscribe(() => {
    if (model.status.progress === undefined) return;
    stop();
    model.unload();
  });
  return { model, summarizer: modelSummarizer(model), expected: 'MODEL_UNLOADED' };
}

/** @returns {Promise<Fault>} */
async function contextOverflow() {
  const model = tinyModel('weights', READY);
  await model.load();
  /** @type {ChatModel} */
  const crowded = {
    name: model.name,
    chat: ({ messages, ...request }) => {
      const crowd = {
        role: /** @type {const} */ ('user'),
        content: 'a small model '.repeat(2_000),
      };
      return model.chat({ ...request, messages: [...messages, crowd] });
    },
  };
  return { model, summarizer: modelSummarizer(crowded), expected: 'MODEL_CONTEXT_TOO_LONG' };
}

/** @returns {Fault} */
function unknownModel() {
  const model = tinyModel('weights', { ...READY, model: 'no-such-model' });
  return unrepaired(model, 'MODEL_NOT_FOUND');
}

/**
 * Files that do not do, or have no room.
 *
 * @param {string} from
 * @param {string} expected
 * @returns {Fault}
 */
function badFiles(from, expected) {
  return unrepaired(tinyModel(from, READY), expected);
}

/** The means that the benchmark gives the page from outside. */
const given = /** @type {{ readonly freeRoom?: () => Promise<void> }} */ (globalThis);

/** The page has little room from outside, and asks for more. @returns {Fault} */
function quotaFull() {
  const model = tinyModel('weights', READY);
  const summarizer = modelSummarizer(model);
  const repair = () => given.freeRoom?.();
  return { model, summarizer, expected: 'MODEL_STORAGE_FULL', repair };
}

/** @returns {Fault} */
function blockedNetwork() {
  const elsewhere = 'http://127.0.0.1:9/';
  const record = { model: elsewhere, model_id: 'webllm-tiny', model_lib: `${elsewhere}lib.wasm` };
  return unrepaired(tinyModel('weights', { ...READY, model: record }), 'MODEL_DOWNLOAD_FAILED');
}

/** @returns {Fault} */
function downloadNotAllowed() {
  const model = tinyModel();
  return { model, summarizer: modelSummarizer(model), expected: 'MODEL_DOWNLOAD_NOT_ALLOWED' };
}

/** The file is downloaded again, so the tiny model answers. @returns {Promise<Fault>} */
async function damagedInCache() {
  const { model, summarizer, expected } = await nonsense();
  model.unload();
  const cache = await caches.open('webllm/model');
  const shard = (await cache.keys()).find(({ url }) => url.endsWith('.bin'));
  if (shard) await cache.put(shard, new Response('cut'));
  return { model, summarizer, expected };
}

/** @returns {Fault} */
function noWebGpu() {
  const graphics = hiddenGraphics();
  graphics.hide();
  const model = tinyModel('weights', READY);
  const summarizer = modelSummarizer(model);
  return { model, summarizer, expected: 'MODEL_DEVICE_UNSUPPORTED', repair: graphics.show };
}

/** The tiny model says the same to everything. @returns {Promise<Fault>} */
async function nonsense() {
  const model = tinyModel('weights', READY);
  await model.load();
  const expected = 'The summary was thrown away: it speaks of other things';
  return { model, summarizer: modelSummarizer(model), expected };
}

/**
 * A model that cannot come back by itself; another one takes its place.
 *
 * @param {LocalModel} model
 * @param {string} expected
 * @returns {Fault}
 */
function unrepaired(model, expected) {
  const successor = tinyModel('weights', READY);
  return { model, summarizer: modelSummarizer(model), expected, successor };
}

const OUT_OF_TIME = 'it did not answer within';

/** An answer that takes seconds, so that something can happen in the midst of it. */
const LONG_ANSWER = {
  answerSchema: { type: 'array', items: { type: 'boolean' }, minItems: 200, maxItems: 200 },
  // Nothing is told of a request of the background before its end.
  urgency: /** @type {const} */ ('user'),
};

/**
 * The model, asked with this in addition.
 *
 * @param {ChatModel} model
 * @param {Partial<ChatRequest>} addition
 * @returns {ChatModel}
 */
function answering(model, addition) {
  return { name: model.name, chat: (request) => model.chat({ ...request, ...addition }) };
}

/** Takes WebGPU away from the page, and gives it back. */
function hiddenGraphics() {
  const { gpu } = navigator;
  const requestAdapter = gpu.requestAdapter.bind(gpu);
  return {
    hide: () => {
      gpu.requestAdapter = async () => null;
    },
    show: () => {
      gpu.requestAdapter = requestAdapter;
    },
  };
}

/**
 * @param {LocalModel} model
 * @param {() => boolean} holds
 * @returns {Promise<void>}
 */
function until(model, holds) {
  return new Promise((resolve) => {
    const stop = model.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}
