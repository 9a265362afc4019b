import type { LocalModel } from '@agent-memory/models';
import type { ModelSource } from './model-source.ts';

/**
 * A model of this source; nothing is loaded. The packages of the engines are fetched when they are wanted,
 * and each fetches its engine with the first load.
 */
export async function makeModel(source: ModelSource): Promise<LocalModel> {
  if (source.kind === 'offer' && source.offer.engine === 'webllm') {
    const { webLlm } = await import('@agent-memory/webllm');
    return webLlm({ model: source.offer.model, contextWindow: source.offer.contextWindow });
  }
  const { wllama } = await import('@agent-memory/wllama');
  switch (source.kind) {
    case 'offer': {
      const { title, model, contextWindow } = source.offer;
      return wllama({ name: title, model, contextWindow });
    }
    case 'address':
      return wllama({ model: source.url });
    case 'file':
      return wllama({ model: source.file });
  }
}
