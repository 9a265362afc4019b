// @ts-check
/** @typedef {typeof import('@agent-memory/core')} Core */
/** @typedef {typeof import('@agent-memory/long-term')} LongTerm */
/** @typedef {typeof import('@agent-memory/long-term/extraction')} Extraction */
/** @typedef {typeof import('@agent-memory/indexeddb')} Stores */
/** @typedef {typeof import('@agent-memory/indexeddb/long-term')} RecordStores */

/** Sentences that people say to an assistant, over and over; every tenth one is worth a record. */
const SAID = [
  'I prefer short answers.',
  'Can you look at the build of this module again?',
  'What does the second stack trace say?',
  'Please compare both figures, and say which one is right.',
  'And how long did the import take?',
  'Why is the table empty?',
  'Show me the query that it ran.',
  'Which of the two branches has the fix?',
  'Is that the same on the other machine?',
  'Then try it once more with the cache cleared.',
];

/**
 * Runs in the page: a session with extraction and recall, turn by turn, each until its records are stored.
 *
 * @param {{ core: Core, longTerm: LongTerm, extraction: Extraction, stores: Stores, records: RecordStores }} parts
 * @param {number} turns
 * @returns {Promise<readonly number[]>} ms of each turn
 */
export async function measureTurns({ core, longTerm, extraction, stores, records }, turns) {
  const remembered = longTerm.createLongTermMemory({
    user: 'ada',
    store: records.indexedDbRecordStore(),
  });
  const extracting = extraction.memoryExtraction(remembered);
  const memory = core.createAgentMemory({
    id: 'scale',
    contextWindow: 32_000,
    store: stores.indexedDbStore(),
    features: [
      longTerm.retrievedRecords(remembered),
      extraction.memoryManifest(remembered),
      extracting.feature,
    ],
  });
  await memory.ready;
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const beganMs = performance.now();
    await memory.append({ role: 'user', content: String(SAID[turn % SAID.length]) });
    await memory.assemble();
    await memory.append({ role: 'assistant', content: `It says ${turn}. `.repeat(20) });
    await extracting.settled();
    times.push(performance.now() - beganMs);
  }
  await memory.dispose();
  return times;
}
