// @ts-check
import { createAgentMemory } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { textOf } from '../replay/chat-message.mjs';
import { isTemplate, isUnsupported, wordsOf } from './junk.mjs';

/** @typedef {import('../replay/sessions.mjs').Session} Session */
/** @typedef {import('../replay/chat-message.mjs').ChatMessage} ChatMessage */

/**
 * The records that extraction took of some recorded sessions.
 *
 * @typedef {object} JunkRow
 * @property {string} sessions their sort
 * @property {number} count sessions of it
 * @property {number} runs
 * @property {number} records
 * @property {number} duplicates records that say what another one of their session says
 * @property {number} templates records of text that nobody said in passing
 * @property {number} unsupported records whose words do not stand in the messages that they name
 * @property {number} refused statements that extraction refused by name
 * @property {number} runMs milliseconds of extraction a run
 */

/** A window in which every recorded session fits: extraction alone is measured. */
const WIDE = 4_000_000;

/**
 * Plays sessions run by run into a memory with extraction by patterns, and judges what it took.
 *
 * @param {readonly Session[]} sessions
 * @returns {Promise<readonly JunkRow[]>} a row for each sort of session, and one for all
 */
export async function junkRows(sessions) {
  /** @type {Map<string, JunkRow>} */
  const bySort = new Map();
  for (const session of sessions) {
    const row = await junkOf(session);
    const known = bySort.get(row.sessions);
    bySort.set(row.sessions, known ? sumOf(row.sessions, [known, row]) : row);
  }
  const rows = [...bySort.values()];
  return [...rows, sumOf('all', rows)];
}

/**
 * @param {Session} session
 * @returns {Promise<JunkRow>}
 */
async function junkOf({ id, messages }) {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  const extraction = memoryExtraction(longTerm);
  const features = [extraction.feature];
  const memory = createAgentMemory({ id, contextWindow: WIDE, features });
  const runs = runsOf(messages);
  let spentMs = 0;
  for (const run of runs) {
    // Recorded messages are those of OpenAI's form, checked when they were read.
    await memory.append(/** @type {any} */ (run));
    const from = performance.now();
    await extraction.extract(id);
    spentMs += performance.now() - from;
  }
  const { items } = await longTerm.list({}, { limit: 1_000 });
  const records = items.map(({ record }) => record);
  const said = new Map(records.map(({ id: recordId, text }) => [recordId, wordsOf(text)]));
  /** @param {string} entryId */
  const messageOf = (entryId) => {
    const entry = memory.entry(entryId);
    const parts = entry?.message.parts ?? [];
    return parts.map((part) => ('text' in part ? part.text : '')).join('\n');
  };
  const sources = records.map(({ evidence }) => evidence.map(({ entryId }) => messageOf(entryId)));
  const spoken = messages
    .filter(({ role }) => role === 'user' || role === 'system')
    .map((message) => textOf(message));
  const row = {
    sessions: sortOf(id),
    count: 1,
    runs: runs.length,
    records: records.length,
    duplicates: records.length - new Set(said.values()).size,
    templates: records.filter(({ text }, at) => isTemplate(text, sources[at] ?? [], spoken)).length,
    unsupported: records.filter(({ text }, at) => isUnsupported(text, sources[at] ?? [])).length,
    refused: extraction.log(id).reduce((sum, { refused }) => sum + refused.length, 0),
    runMs: spentMs / runs.length,
  };
  await memory.dispose();
  await longTerm.dispose();
  return row;
}

/**
 * A user's message with all that follows it is a run; what stands ahead of the first belongs to it.
 *
 * @param {readonly ChatMessage[]} messages
 * @returns {readonly (readonly ChatMessage[])[]}
 */
function runsOf(messages) {
  /** @type {ChatMessage[][]} */
  const runs = [];
  let hasUser = false;
  for (const message of messages) {
    const isNew = message.role === 'user' && hasUser;
    hasUser = hasUser || message.role === 'user';
    if (isNew || runs.length === 0) runs.push([]);
    runs.at(-1)?.push(message);
  }
  return runs;
}

/** @param {string} id sessions are named by their sort: `tau-airline-04` */
function sortOf(id) {
  return /^(?:long-\p{L}+|\p{L}+)/u.exec(id)?.[0] ?? id;
}

/**
 * @param {string} sessions
 * @param {readonly JunkRow[]} rows
 * @returns {JunkRow}
 */
function sumOf(sessions, rows) {
  const sum = (/** @type {(row: JunkRow) => number} */ of) =>
    rows.reduce((total, row) => total + of(row), 0);
  const runs = sum((row) => row.runs);
  return {
    sessions,
    count: sum((row) => row.count),
    runs,
    records: sum((row) => row.records),
    duplicates: sum((row) => row.duplicates),
    templates: sum((row) => row.templates),
    unsupported: sum((row) => row.unsupported),
    refused: sum((row) => row.refused),
    runMs: sum((row) => row.runMs * row.runs) / runs,
  };
}
