// @ts-check
import { pathFromCaller, readFlags, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { readDataset } from './dataset.mjs';
import { sessionRow, turnRow } from './retrieval-rows.mjs';
import { LEGEND, sessionTable, turnTable } from './retrieval-table.mjs';
import { embedTexts, findModel } from './vectors.mjs';

/**
 * Asks every system the questions of a data set. Where there is no sentence model, the systems that
 * need one are left out, in a sentence.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['dataset', 'weights', 'json']);
  const dataset = await readDataset(pathFromCaller(required(flags.dataset, 'dataset', 'FILE')));
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const model = await findModel(flags.weights && pathFromCaller(flags.weights));

  const { SYSTEMS } = await import('./systems/systems.mjs');
  const tell = (/** @type {number} */ done, /** @type {number} */ of) => {
    if (done % 1_000 === 0 || done === of) terminal.print(`${done} of ${of} texts embedded`);
  };
  const vectors = model === undefined ? new Map() : await embedTexts(model, textsOf(dataset), tell);
  const systems = SYSTEMS.filter(({ needsVectors }) => model !== undefined || !needsVectors);
  if (model === undefined) terminal.print(NO_MODEL);

  const { conversations, gold } = dataset;
  terminal.print(`${conversations.length} conversations\n`);
  /** @type {object[]} */
  const rows = [];
  if (gold === 'turns') {
    const measured = [];
    for (const system of systems) measured.push(await turnRow(system, dataset, vectors));
    terminal.print(`${turnTable(measured)}\n\n${LEGEND}`);
    rows.push(...measured);
  } else {
    const measured = [];
    for (const system of systems) measured.push(await sessionRow(system, dataset, vectors));
    terminal.print(sessionTable(measured));
    rows.push(...measured);
  }
  if (report !== undefined) await writeReport(report, 'retrieval', rows);
}

const NO_MODEL =
  'No sentence model was found, so the systems that need one are left out: name its folder with --weights, or set AGENT_MEMORY_DATA.';

/** @param {import('./dataset.mjs').Dataset} dataset */
function textsOf({ conversations }) {
  return conversations.flatMap(({ turns, questions }) => [
    ...questions.map(({ text }) => text),
    ...turns.flatMap(({ text, spoken }) => [text, spoken]),
  ]);
}
