import { aSimulatedClock } from '@agent-memory/core/testing';
import { createLocalModel } from '../local/create-local-model.ts';
import type { LocalModelSize } from '../local/engine.ts';
import type { LocalModelOptions } from '../local/local-model.ts';
import { aScriptedEngine, type ScriptedEngine } from './scripted-engine.ts';

/** A model whose files are all on the device. */
const HERE: LocalModelSize = { downloadBytes: 0, totalBytes: 2e6 };

/** A model on scripted engines: one after the other, the last one stays. */
export function aModel(
  options: LocalModelOptions = {},
  engines: readonly ScriptedEngine[] = [aScriptedEngine()],
  size: () => LocalModelSize | Promise<LocalModelSize> = () => HERE,
) {
  const clock = aSimulatedClock();
  let made = 0;
  const model = createLocalModel(
    {
      name: 'small',
      createEngine: () => {
        const engine = engines[Math.min(made, engines.length - 1)];
        if (!engine) throw new Error('There is an engine.');
        made += 1;
        return engine;
      },
      files: { size: async () => size(), clear: async () => undefined },
      clock,
    },
    options,
  );
  const first = engines[0] ?? aScriptedEngine();
  return { model, clock, engines, first, made: () => made };
}
