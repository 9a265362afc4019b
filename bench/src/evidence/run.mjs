// @ts-check
import { createAgentMemory } from '@agent-memory/core';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { memoryExtraction, memoryManifest } from '@agent-memory/long-term/extraction';
import { pathFromCaller, readFlags, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { formatTable, percent } from '../cli/table.mjs';
import { readDataset } from '../retrieval/dataset.mjs';
import { agentMemoryLexical } from '../retrieval/systems/agent-memory.mjs';

/** @typedef {import('../retrieval/dataset.mjs').Conversation} Conversation */
/** @typedef {import('@agent-memory/long-term').LongTermMemory} LongTermMemory */
/** @typedef {{ question: string, found: number, known: number, either: number }} Reached shares of a question's evidence */
/** @typedef {{ system: string, questions: number, found: number, known: number, either: number }} EvidenceRow */

const HITS = 10;
const WINDOW = 32_000;

/**
 * Asks in a new session what was said in earlier ones: is the message that answers among ten hits, or
 * does a record that was drawn from it stand in the context?
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['dataset', 'json']);
  const { conversations } = await readDataset(
    pathFromCaller(required(flags.dataset, 'dataset', 'FILE')),
  );
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  /** @type {Reached[]} */
  const reached = [];
  for (const conversation of conversations) reached.push(...(await reachedIn(conversation)));
  const mean = (/** @type {'found' | 'known' | 'either'} */ share) =>
    reached.reduce((sum, one) => sum + one[share], 0) / reached.length;
  const row = {
    system: 'agent-memory',
    questions: reached.length,
    found: mean('found'),
    known: mean('known'),
    either: mean('either'),
  };
  terminal.print(formatTable(COLUMNS, [row]));
  if (report !== undefined) await writeReport(report, 'evidence', [row]);
}

/** @type {readonly import('../cli/table.mjs').Column<EvidenceRow>[]} */
const COLUMNS = [
  { title: 'system', cell: ({ system }) => system, align: 'left' },
  { title: 'questions', cell: ({ questions }) => String(questions) },
  { title: 'in ten hits', cell: ({ found }) => percent(found) },
  { title: 'in a record', cell: ({ known }) => percent(known) },
  { title: 'either', cell: ({ either }) => percent(either) },
];

/**
 * @param {Conversation} conversation
 * @returns {Promise<readonly Reached[]>}
 */
async function reachedIn(conversation) {
  const longTerm = createLongTermMemory({ user: 'user', sweepEveryMs: 0 });
  const turnOf = await toldIn(conversation, longTerm);
  const search = await agentMemoryLexical.open(conversation, new Map());
  const reached = [];
  for (const { text, gold } of conversation.questions) {
    const found = new Set(await search(text, HITS));
    const known = await knownFor(text, longTerm, turnOf);
    const share = (/** @type {(id: string) => boolean} */ isReached) =>
      [...gold].filter(isReached).length / gold.size;
    reached.push({
      question: text,
      found: share((id) => found.has(id)),
      known: share((id) => known.has(id)),
      either: share((id) => found.has(id) || known.has(id)),
    });
  }
  await longTerm.dispose();
  return reached;
}

/**
 * Tells the conversation to a memory that extracts without a model.
 *
 * @param {Conversation} conversation
 * @param {LongTermMemory} longTerm
 * @returns {Promise<ReadonlyMap<string, string>>} the turn behind each entry
 */
async function toldIn({ turns }, longTerm) {
  const extraction = memoryExtraction(longTerm);
  /** @type {Map<string, string>} */
  const turnOf = new Map();
  for (const id of new Set(turns.map(({ sessionId }) => sessionId))) {
    const memory = createAgentMemory({
      id,
      contextWindow: 8_000_000,
      features: [extraction.feature],
    });
    for (const turn of turns.filter(({ sessionId }) => sessionId === id)) {
      const role = turn.role ?? 'user';
      const [entry] = await memory.append({ role, content: turn.text });
      if (entry) turnOf.set(`${id}/${entry.id}`, turn.id);
      if (role === 'assistant') await extraction.extract(id);
    }
    await extraction.extract(id);
    await extraction.settled();
    await memory.dispose();
  }
  return turnOf;
}

/**
 * The turns behind the records that a new session sends with a question.
 *
 * @param {string} question
 * @param {LongTermMemory} longTerm
 * @param {ReadonlyMap<string, string>} turnOf
 */
async function knownFor(question, longTerm, turnOf) {
  const features = [memoryManifest(longTerm), retrievedRecords(longTerm)];
  const memory = createAgentMemory({ id: 'later', contextWindow: WINDOW, features });
  await memory.append({ role: 'user', content: question });
  const { plan } = await memory.assemble();
  const parts = plan.items.flatMap(({ decision }) => decision.parts ?? []);
  const sent = parts.filter(({ fate }) => fate === 'sent' || fate === 'pinned');
  const records = await Promise.all(sent.map(({ itemId }) => longTerm.record(itemId)));
  await memory.dispose();
  const evidence = records.flatMap((known) => known?.record.evidence ?? []);
  return new Set(evidence.map(({ sessionId, entryId }) => turnOf.get(`${sessionId}/${entryId}`)));
}
