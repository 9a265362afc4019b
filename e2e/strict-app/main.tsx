import { createAgentMemory } from '@agent-memory/core';
import { MemoryPanel } from '@agent-memory/devtools/panel';
import { createDocuments } from '@agent-memory/documents';
import { pdfReader } from '@agent-memory/documents/pdf';
import { createOnnxEmbedder } from '@agent-memory/embed';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { webLlm } from '@agent-memory/webllm';
import { wllama } from '@agent-memory/wllama';
import { createRoot } from 'react-dom/client';
import { trustedWorkers } from './trusted-workers.ts';

/** `?untrusted`: the packages make their workers by themselves. */
const isTrusted = !new URLSearchParams(location.search).has('untrusted');
const workers = isTrusted ? trustedWorkers() : undefined;
const HELLO = { messages: [{ role: 'user', content: 'Hello, model' }], temperature: 0 } as const;
const memory = createAgentMemory({ id: 'strict', contextWindow: 32_000, store: indexedDbStore() });

async function remember(): Promise<string> {
  await memory.append({ role: 'user', content: 'Hello' });
  const { messages } = await memory.assemble();
  return `${messages.length} message, ${memory.getState().store.name}`;
}

async function retrieve(): Promise<string> {
  const longTerm = createLongTermMemory({
    store: indexedDbRecordStore(),
    retrieval: { ...workers?.retrieval },
  });
  await longTerm.set('train', 'Ada prefers trains.');
  const { hits, degraded } = await longTerm.retrieve({ text: 'trains' });
  return `${hits.length} hit. Degraded: ${degraded.join(' ') || 'nothing.'}`;
}

async function embed(): Promise<string> {
  const embedder = createOnnxEmbedder({ model: '/models/embed/', ...workers?.embed });
  await embedder.load();
  const [vector] = await embedder.embed(['trains'], { purpose: 'passage' });
  return `${vector?.length} numbers`;
}

async function readPdf(): Promise<string> {
  const documents = createDocuments({
    pdf: pdfReader(workers ? { worker: workers.pdf.worker } : {}),
    retrieval: { ...workers?.retrieval },
  });
  const content = new Uint8Array(await (await fetch('/models/report.pdf')).arrayBuffer());
  await documents.add({ content });
  const { hits, degraded } = await documents.search({ text: 'ferry' });
  return `${hits.length} hit. Degraded: ${degraded.join(' ') || 'nothing.'}`;
}

async function askLlama(): Promise<string> {
  const model = wllama({ model: '/models/tiny.gguf', backend: 'wasm', download: 'allowed' });
  return (await model.chat(HELLO)).text;
}

async function askWebLlm(): Promise<string> {
  const record = {
    model_id: 'tiny',
    model: '/models/web-llm/',
    model_lib: '/models/web-llm/lib.wasm',
  };
  const model = webLlm({ model: record, download: 'allowed', ...workers?.webLlm });
  return (await model.chat(HELLO)).text;
}

async function show(label: string, answer: Promise<string>): Promise<void> {
  const output = document.querySelector(`[aria-label="${label}"]`);
  if (!output) throw new Error(`The page has no output “${label}”.`);
  output.textContent = await answer.catch((error: Error) => error.message);
}

void show('Memory', remember());
void show('Retrieval', retrieve());
void show('Embedder', embed());
void show('PDF', readPdf());
void show('wllama', askLlama());
void show('web-llm', askWebLlm());

const panel = document.getElementById('panel');
if (!panel) throw new Error('The page has no element #panel.');
createRoot(panel).render(<MemoryPanel memory={memory} />);
