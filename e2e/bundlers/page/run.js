import { createAgentMemory } from '@agent-memory/core';
import { createOnnxEmbedder } from '@agent-memory/embed';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
import { webLlm } from '@agent-memory/webllm';
import { wllama } from '@agent-memory/wllama';

/** Uses every part that loads code or a file of its own, and shows what each said. */
export function run(placed = {}) {
  void show('Memory', keepAndRemember());
  void show('Index', searchInWorker(placed.retrievalWorker));
  void show('Embedder', startEmbedder(placed.embedWorker));
  void show('web-llm', askForList(placed.webLlmWorker));
  document.querySelector('input').onchange = ({ target }) =>
    void show('Model', askModel([...target.files], placed.wllamaWasm));
}

async function show(label, answer) {
  const output = document.querySelector(`[aria-label="${label}"]`);
  output.textContent = await answer.catch((error) => `${error.code}: ${error.message}`);
}

async function keepAndRemember() {
  const memory = createAgentMemory({
    id: 'bundled',
    contextWindow: 32_000,
    store: indexedDbStore(),
  });
  await memory.append({ role: 'user', content: 'Hello' });
  const { messages } = await memory.assemble();
  const longTerm = createLongTermMemory({ user: 'ada', store: indexedDbRecordStore() });
  const text = 'Ada prefers trains.';
  await longTerm.store({ type: 'user', kind: 'preference', text, source: 'user_stated' });
  const { hits } = await longTerm.retrieve({ text: 'trains' });
  return `${messages.length} message, ${hits.length} record, ${memory.getState().store.name}`;
}

// The language has code of its own, which is loaded for the words of a date.
async function searchInWorker(worker) {
  const index = await createRetrievalIndex({ language: 'de', ...(worker && { worker }) });
  await index.add([{ id: 'a', text: 'Das Boot heißt Albatros.', createdAtMs: Date.now() }]);
  const { hits, degraded } = await index.search({ text: 'Wie hieß das Boot gestern?' });
  return `${hits.length} hit, degraded: ${JSON.stringify(degraded)}`;
}

// A worker that started answers that there is no model.
async function startEmbedder(worker) {
  const embedder = createOnnxEmbedder({ model: '/no-model/', ...(worker && { worker }) });
  await embedder.load();
}

// The list of models is a part of the worker.
async function askForList(worker) {
  await webLlm({ model: 'no-such-model', ...(worker && { worker }) }).size();
}

async function askModel(files, wasmUrl) {
  const model = wllama({ model: files, backend: 'wasm', ...(wasmUrl && { wasmUrl }) });
  const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hello, model' }] });
  model.dispose();
  return text;
}
