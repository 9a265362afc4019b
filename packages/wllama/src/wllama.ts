import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { LocalModel, LocalModelOptions } from '@agent-memory/models';
import { createLocalModel, LOCAL_MODEL_OPTIONS } from '@agent-memory/models/device';
import { filesOfModel } from './engine/files-of-model.ts';
import { GGUF_OPTIONS, type GgufOptions, nameOf, settingsOf } from './options/gguf-options.ts';

/** Settings of `wllama`. */
export interface WllamaOptions extends GgufOptions, LocalModelOptions {}

const OPTIONS = {
  ...GGUF_OPTIONS,
  ...LOCAL_MODEL_OPTIONS,
} as const satisfies KnownNames<WllamaOptions>;

/**
 * A model in a GGUF file, run by llama.cpp in a worker: on WebGPU where there is an adapter, else on
 * WebAssembly [MOD-5]. `status.engine` says which, and why. Nothing is fetched before `load`, but by
 * `size` the lengths of the files [MOD-2].
 *
 * @example
 * const model = wllama({ model: 'https://example.org/smollm2-360m-instruct.q8_0.gguf' });
 * const { downloadBytes } = await model.size();
 * if (confirm(`Download ${Math.ceil(downloadBytes / 1e6)} MB?`)) {
 *   await model.load({ onProgress: ({ leftMs }) => console.log(leftMs) });
 *   const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hello' }] });
 *   console.log(text);
 * }
 *
 * @throws InvalidOptionError naming the option. Its calls throw LocalModelError, and the signal's reason
 * when it aborts.
 */
export function wllama(options: WllamaOptions): LocalModel {
  refuseUnknown(options, OPTIONS, 'wllama');
  const { download, timeoutMs, downloadTimeoutMs, silenceMs, idleUnloadMs } = options;
  const settings = settingsOf(options);
  return createLocalModel(
    {
      name: nameOf(options, settings),
      createEngine: async () => {
        const { wllamaEngine } = await import('./engine/wllama-engine.ts');
        return wllamaEngine(settings);
      },
      files: filesOfModel(settings),
    },
    { download, timeoutMs, downloadTimeoutMs, silenceMs, idleUnloadMs },
  );
}
