// @ts-check
import { webLlm } from '@agent-memory/webllm';
import { wllama } from '@agent-memory/wllama';

/** @typedef {import('@agent-memory/models').LocalModel} LocalModel */

const TINY = 'webllm-tiny';

/** SmolLM2 on llama.cpp, in the window that its memory has room for. */
export function smolLm() {
  return wllama({
    model: '/weights/smollm2-135m-instruct/smollm2-135m-instruct.q4_1.gguf',
    name: 'SmolLM2-135M-Instruct Q4_1',
    contextWindow: 2_048,
    wasmUrl: '/wllama.wasm',
  });
}

/**
 * The tiny model on web-llm.
 *
 * @param {string} [from] folder of the server; one of its faults, or the files as they are
 * @param {Partial<import('@agent-memory/webllm').WebLlmOptions>} [options]
 */
export function tinyModel(from = 'weights', options = {}) {
  const folder = `/${from}/${TINY}`;
  const model = { model: `${folder}/`, model_id: TINY, model_lib: `${folder}/lib.wasm` };
  return webLlm({ model, ...options });
}

/**
 * Loads a model, and says how long that took and on how many threads it runs.
 *
 * @param {LocalModel} model
 */
export async function loaded(model) {
  const begunMs = performance.now();
  const { threads = 1 } = await model.load();
  return { loadMs: performance.now() - begunMs, threads, model: model.name };
}
