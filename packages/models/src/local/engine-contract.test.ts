import { localEngineContract } from '../testing/local-engine-contract.ts';
import { aScriptedEngine } from '../testing/scripted-engine.ts';

localEngineContract({
  name: 'scripted',
  create: () => {
    const engine = aScriptedEngine({ waits: true });
    return {
      ...engine,
      load: (options) => {
        const loading = engine.load(options);
        queueMicrotask(() => engine.loadEnds());
        return loading;
      },
      generate: (request, options) => {
        const answer = engine.generate(request, options);
        const call = engine.calls.at(-1);
        call?.tell('Hel');
        call?.finish('lo');
        return answer;
      },
    };
  },
});
