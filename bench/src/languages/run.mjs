// @ts-check
import { readFile } from 'node:fs/promises';
import { pathFromCaller, readFlags } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { formatTable, percent } from '../cli/table.mjs';
import { UsageError } from '../cli/usage-error.mjs';
import { filesIn, findModel, runtimeBytes } from '../retrieval/vectors.mjs';

const MODEL = 'e5-small-multilingual';
const QUESTIONS = new URL('./questions.json', import.meta.url);

/** @typedef {{ system: string, questions: number, recallAt1: number, mrr: number }} LanguageRow */
/** @typedef {{ text: string, questions: Readonly<Record<string, string>> }} Memory */

/**
 * Asks a memory in ten languages, through the product and through the embedder alone.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['weights', 'json']);
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const folder = await findModel(flags.weights && pathFromCaller(flags.weights), MODEL);
  if (folder === undefined) throw new UsageError(`No model ${MODEL} was found: see --weights.`);
  const { createOnnxEmbedder } = await import('@agent-memory/embed');
  const embedder = createOnnxEmbedder({
    model: await filesIn(folder),
    runtime: await runtimeBytes(),
    prefixes: { query: 'query: ', passage: 'passage: ' },
  });
  /** @type {readonly Memory[]} */
  const memories = JSON.parse(await readFile(QUESTIONS, 'utf8'));
  const rows = [
    await rowOf('agent-memory', memories, await searchOfMemory(memories, embedder)),
    await rowOf('embedder alone', memories, await searchByCosine(memories, embedder)),
  ];
  embedder.dispose();
  terminal.print(formatTable(COLUMNS, rows));
  if (report !== undefined) await writeReport(report, 'languages', rows);
}

/** @type {readonly import('../cli/table.mjs').Column<LanguageRow>[]} */
const COLUMNS = [
  { title: 'system', cell: ({ system }) => system, align: 'left' },
  { title: 'questions', cell: ({ questions }) => String(questions) },
  { title: 'recall@1', cell: ({ recallAt1 }) => percent(recallAt1) },
  { title: 'MRR', cell: ({ mrr }) => percent(mrr) },
];

/** @typedef {(question: string) => Promise<readonly string[]>} Search the texts found, best first */

/**
 * @param {string} system
 * @param {readonly Memory[]} memories
 * @param {Search} search
 * @returns {Promise<LanguageRow>}
 */
async function rowOf(system, memories, search) {
  const shares = [];
  for (const { text, questions } of memories) {
    for (const question of Object.values(questions)) {
      const place = (await search(question)).indexOf(text);
      shares.push(place < 0 ? 0 : 1 / (place + 1));
    }
  }
  const mrr = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const first = shares.filter((share) => share === 1).length;
  return { system, questions: shares.length, recallAt1: first / shares.length, mrr };
}

/**
 * @param {readonly Memory[]} memories
 * @param {import('@agent-memory/long-term').Embedder} embedder
 * @returns {Promise<Search>}
 */
async function searchOfMemory(memories, embedder) {
  const [{ createLongTermMemory }, { createRetrievalIndex }] = await Promise.all([
    import('@agent-memory/long-term'),
    import('@agent-memory/long-term/retrieval'),
  ]);
  const index = await createRetrievalIndex({ embedder });
  const memory = createLongTermMemory({ user: 'ada', index });
  for (const { text } of memories) {
    await memory.store({ type: 'user', kind: 'fact', source: 'user_stated', text });
  }
  await memory.retrieve({ text: 'the first call fills the index' });
  await index.settled();
  return async (text) => {
    const { hits } = await memory.retrieve({ text, limit: 10 });
    return hits.map(({ record }) => record.text);
  };
}

/**
 * @param {readonly Memory[]} memories
 * @param {import('@agent-memory/long-term').Embedder} embedder
 * @returns {Promise<Search>}
 */
async function searchByCosine(memories, embedder) {
  const texts = memories.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { purpose: 'passage' });
  return async (question) => {
    const [asked = new Float32Array()] = await embedder.embed([question], { purpose: 'query' });
    const cosines = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
    );
    const order = texts.map((_, at) => at).sort((a, b) => (cosines[b] ?? 0) - (cosines[a] ?? 0));
    return order.slice(0, 10).map((at) => texts[at] ?? '');
  };
}
