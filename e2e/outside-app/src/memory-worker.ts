import { createAgentMemory, loadTiktokenCounter } from '@agent-memory/core';
import { aiSdk } from '@agent-memory/formats';

self.onmessage = async ({ data }: MessageEvent<string>) => {
  const counter = await loadTiktokenCounter({ encoding: 'cl100k_base' });
  const memory = createAgentMemory({ id: 'worker', contextWindow: 32_000 });
  await memory.append({ role: 'user', content: data });
  const { messages } = await memory.assemble({ format: aiSdk });
  self.postMessage(`${messages.length} message, ${counter.count(data)} tokens`);
};
