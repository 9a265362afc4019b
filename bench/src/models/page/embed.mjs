// @ts-check
import { createOnnxEmbedder } from '@agent-memory/embed';

/** Each text of the reference so often: one pass takes less than a second. */
const PASSES = 3;
/** The weights that earlier rows were measured with; others would not be comparable. */
const WEIGHTS_SHA256 = '838a06c8dac030e80d7276cda1a86a48fbad11e7d17fd0ed15fb8a43a507f17b';

/** Embeds the texts of a reference in the page's worker, one after the other. */
export async function measureEmbedding() {
  const folder = '/weights/all-minilm-l6-v2/';
  /** @type {{ readonly texts: readonly string[], readonly vectors: readonly (readonly number[])[] }} */
  const reference = await (await fetch(`${folder}reference.json`)).json();
  const sha256 = { 'onnx/model_quantized.onnx': WEIGHTS_SHA256 };
  const embedder = createOnnxEmbedder({ model: folder, runtime: '/ort.wasm', sha256 });
  const begunMs = performance.now();
  await embedder.load();
  const loadMs = performance.now() - begunMs;
  const first = performance.now();
  await embed(embedder, reference.texts[0] ?? '');
  const firstMs = performance.now() - first;
  const manyMs = performance.now();
  let cosine = 1;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [place, text] of reference.texts.entries()) {
      const vector = await embed(embedder, text);
      cosine = Math.min(cosine, cosineOf(vector, reference.vectors[place] ?? []));
    }
  }
  const seconds = (performance.now() - manyMs) / 1_000;
  const model = embedder.model?.id ?? 'all-MiniLM-L6-v2';
  embedder.dispose();
  const perSecond = (PASSES * reference.texts.length) / seconds;
  return { model, loadMs, firstMs, perSecond, threads: 1, cosine };
}

/**
 * @param {import('@agent-memory/embed').OnnxEmbedder} embedder
 * @param {string} text
 */
async function embed(embedder, text) {
  const [vector] = await embedder.embed([text], { purpose: 'passage' });
  if (vector === undefined) throw new Error('The embedder gave no vector.');
  return vector;
}

/**
 * @param {Float32Array} vector
 * @param {readonly number[]} expected
 */
function cosineOf(vector, expected) {
  if (vector.length !== expected.length) throw new Error('The reference is of another length.');
  let [product, own, other] = [0, 0, 0];
  for (const [place, value] of vector.entries()) {
    const wanted = expected[place] ?? 0;
    product += value * wanted;
    own += value * value;
    other += wanted * wanted;
  }
  return product / Math.sqrt(own * other);
}
