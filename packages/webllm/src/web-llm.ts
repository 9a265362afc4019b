import type { LocalModel } from '@agent-memory/models';
import { createLocalModel } from '@agent-memory/models/device';
import { ownWorker } from './engine/own-worker.ts';
import { readOptions, type WebLlmOptions } from './web-llm-options.ts';

/**
 * A language model on the device's graphics card, run by web-llm in a worker [MOD-1]. Nothing is
 * downloaded or started before `load`, or the first `chat` where `download` is `allowed` [MOD-2].
 *
 * @throws InvalidOptionError naming the option. Its calls throw LocalModelError, and the signal's reason
 *   when it aborts.
 *
 * @example
 * const model = webLlm({ model: 'Llama-3.2-1B-Instruct-q4f16_1-MLC' });
 * const { downloadBytes } = await model.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) await model.load();
 * const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hello' }] });
 */
export function webLlm(options: WebLlmOptions): LocalModel {
  const { settings, worker: createWorker = ownWorker, shared } = readOptions(options);
  const { model } = settings;
  return createLocalModel(
    {
      name: typeof model === 'string' ? model : model.model_id,
      createEngine: async () => {
        const { WebLlmEngine } = await import('./engine/web-llm-engine.ts');
        return new WebLlmEngine({ settings, createWorker });
      },
      files: {
        size: async ({ signal }) => {
          const { sizeOf } = await import('./engine/files-of-model.ts');
          return sizeOf({ model, createWorker }, signal);
        },
        clear: async () => {
          const { clear } = await import('./engine/files-of-model.ts');
          await clear({ model, createWorker });
        },
      },
    },
    shared,
  );
}
