import { builtInChat } from '@agent-memory/models';
import { wllama } from '@agent-memory/wllama';

const HELLO = { messages: [{ role: 'user', content: 'Hello, model' }] } as const;

/** The build for Safari, copied from `@wllama/wllama-compat` by an app that is for it too. */
const COMPAT = { worker: '/wllama.js', wasm: '/wllama-compat.wasm' };

/**
 * Gives the answer of the browser's own model, else that of one whose files were chosen with what it ran on.
 *
 * @param tell - Hears how far the load is.
 */
export async function askModel(
  files: readonly File[],
  tell: (progress: string) => void,
): Promise<string> {
  const own = builtInChat({ languages: ['en'] });
  if ((await own.availability()) === 'available') return (await own.chat(HELLO)).text;
  const model = wllama({ model: files, threads: 2, compat: COMPAT });
  try {
    await model.load({
      onProgress: ({ phase, loadedBytes = 0 }) => tell(`${phase} ${loadedBytes}`),
    });
    const { text } = await model.chat(HELLO);
    const { backend, threads } = model.status.engine ?? {};
    return `${text} (${backend}, ${threads} threads)`;
  } finally {
    model.dispose();
  }
}
