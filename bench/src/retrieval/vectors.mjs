// @ts-check
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { UsageError } from '../cli/usage-error.mjs';

/** Each text's vector, made once for all systems. @typedef {ReadonlyMap<string, Float32Array>} Vectors */

const MODEL = 'all-minilm-l6-v2';

/**
 * The folder of the sentence model: below `--weights`, or below `AGENT_MEMORY_DATA`.
 *
 * @param {string | undefined} weights absolute path
 * @param {string} [model] name of its folder
 */
export async function findModel(weights, model = MODEL) {
  const data = process.env.AGENT_MEMORY_DATA ?? path.resolve('..', 'shared', 'data');
  const folder = path.join(weights ?? path.join(data, 'models'), model);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  if (weights === undefined) return undefined;
  throw new UsageError(`There is no model ${model} in ${weights}.`);
}

/**
 * Embeds texts with this project's embedder, each once, and the passages of those that are long.
 *
 * @param {string} folder of the model
 * @param {Iterable<string>} texts
 * @param {(done: number, of: number) => void} tell
 */
export async function embedTexts(folder, texts, tell) {
  const { createOnnxEmbedder } = await import('@agent-memory/embed');
  const embedder = createOnnxEmbedder({
    model: await filesIn(folder),
    runtime: await runtimeBytes(),
  });
  /** @type {Map<string, Float32Array>} */
  const vectors = new Map();
  const wanted = [...new Set([...texts, ...(await passagesOf(texts))])];
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const made = await embedder.embed(batch, { purpose: 'passage' });
    for (const [place, text] of batch.entries()) {
      const vector = made[place];
      if (vector !== undefined) vectors.set(text, vector);
    }
    tell(Math.min(at + BATCH, wanted.length), wanted.length);
  }
  embedder.dispose();
  return vectors;
}

const BATCH = 100;

/**
 * The texts that the project's index has embedded in place of long ones.
 *
 * @param {Iterable<string>} texts
 */
async function passagesOf(texts) {
  const { createRetrievalIndex } = await import('@agent-memory/long-term/retrieval');
  /** @type {string[]} */
  const asked = [];
  const index = await createRetrievalIndex({
    embedder: {
      model: { id: 'none', version: '1' },
      embed: async (batch) => {
        asked.push(...batch);
        return batch.map(() => Float32Array.of(1, asked.length));
      },
    },
  });
  await index.add([...texts].map((text, at) => ({ id: `${at}`, text })));
  await index.settled();
  await index.close();
  return asked;
}

/**
 * The files of a folder as a browser would give them.
 *
 * @param {string} folder
 */
export async function filesIn(folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    names
      .filter((entry) => entry.isFile() && !entry.name.startsWith('reference'))
      .map(async ({ parentPath, name }) => {
        return new File([await readFile(path.join(parentPath, name))], name);
      }),
  );
}

/** ONNX Runtime's WebAssembly, which Node needs as bytes. */
export async function runtimeBytes() {
  const fromEmbed = createRequire(import.meta.resolve('@agent-memory/embed'));
  const entry = fromEmbed.resolve('onnxruntime-web');
  const bytes = await readFile(path.join(path.dirname(entry), 'ort-wasm-simd-threaded.wasm'));
  return new Uint8Array(bytes);
}
