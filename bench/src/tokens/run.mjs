// @ts-check
import { pathFromCaller, readFlags, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { callTextOf, textOf } from '../replay/chat-message.mjs';
import { readSessions } from '../replay/sessions.mjs';
import { countingRows } from './counting-rows.mjs';
import { estimatorRows, kindRows } from './estimator-rows.mjs';
import { hardTextRows } from './hard-text-rows.mjs';
import { allSources } from './sources.mjs';
import { LEGEND, tokensTable } from './tokens-table.mjs';

/**
 * Counts the texts of recorded sessions with every system, texts that invite quadratic time with
 * ours, and tries the estimator on five kinds of recorded text, and on every script. Input is checked
 * before the peers are loaded, so that a mistake is answered at once.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['transcripts', 'json']);
  const folder = pathFromCaller(required(flags.transcripts, 'transcripts', 'DIR'));
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const sessions = await readSessions(folder);

  const { loadCounters } = await import('./counters.mjs');
  const { estimateTokens } = await import('@agent-memory/core');
  const counters = await loadCounters();
  const { count } = /** @type {import('./counters.mjs').Counter} */ (counters[0]);
  const rows = {
    counting: countingRows(recordedTexts(sessions), counters),
    hardTexts: hardTextRows(count),
    estimator: [
      ...estimatorRows(allSources(sessions), estimateTokens, count),
      ...kindRows(estimateTokens, count),
    ],
  };
  terminal.print(`${sessions.length} sessions\n\n${tokensTable(rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) {
    await writeReport(report, 'tokens', [...rows.counting, ...rows.estimator, ...rows.hardTexts]);
  }
}

/**
 * Every text of every message, and every call's name with its arguments.
 *
 * @param {readonly import('../replay/sessions.mjs').Session[]} sessions
 */
function recordedTexts(sessions) {
  return sessions
    .flatMap(({ messages }) =>
      messages.flatMap((message) => [textOf(message), callTextOf(message)]),
    )
    .filter((text) => text !== '');
}
