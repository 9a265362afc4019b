import { wllama } from '@agent-memory/wllama';

/** Gives the answer of a model whose files were chosen, and what it ran on. */
export async function askModel(files: readonly File[]): Promise<string> {
  const model = wllama({ model: files, threads: 2 });
  try {
    const { text } = await model.chat({ messages: [{ role: 'user', content: 'Hello, model' }] });
    const { backend, threads } = model.status.engine ?? {};
    return `${text} (${backend}, ${threads} threads)`;
  } finally {
    model.dispose();
  }
}
