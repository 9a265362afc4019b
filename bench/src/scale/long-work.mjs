// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';
import { longestTaskCpuMs, longestTaskMs, TRACE_CATEGORIES } from './longest-task.mjs';

/**
 * Work of a session that is long however it is done; `n` counts messages or megabytes.
 *
 * @typedef {'firstContext' | 'settingsChange' | 'bulkAppend' | 'idRich' | 'longProse' | 'hugeArgument' | 'replay'} SessionWork
 */

/**
 * Long work with documents: one is added, or a large one is searched; `n` counts megabytes, or pages of a PDF.
 *
 * @typedef {'documentMarkdown' | 'documentHtml' | 'documentPdf' | 'documentSearch'} DocumentWork
 */

/**
 * A large message in a stored session, in one format; `n` counts megabytes, or levels of nesting. `tooMuch`
 * is refused.
 *
 * @typedef {'rowsOpenAi' | 'rowsAnthropic' | 'rowsAiSdk' | 'rowsAiSdkUi' | 'stringAnthropic' | 'wordsAiSdk' | 'deepOpenAi' | 'tooMuch'} LargeInputWork
 */

/** @typedef {SessionWork | DocumentWork | LargeInputWork} LongWork */

/**
 * How the page fared while memory did one long piece of work.
 *
 * @typedef {object} LongWorkTimes
 * @property {LongWork} work
 * @property {number} n
 * @property {readonly number[]} longestMs the longest task of each run
 * @property {readonly number[]} longestCpuMs the most processor time that one task of each run took
 * @property {readonly number[]} wholeMs from begin to end of each run
 */

/** Each in a tab of its own, where nothing is warm yet, as for somebody who comes to a page. */
const RUNS = 3;

/** A recorded session to replay: a context is made for each message of the model. */
const MOST_REPLAYED = 2_000;

/** One file, or a table that a tool was given. */
const LARGE_MEGABYTES = 8;
const DEEP_LEVELS = 100_000;

/** A long report. */
const PDF_PAGES = 300;

/**
 * Measures in Chromium what each long piece of work leaves of the page's main thread.
 *
 * @param {number} messages of a long session
 * @param {number} [calls] the most runs
 * @returns {Promise<readonly LongWorkTimes[]>}
 */
export function longWorkTimes(messages, calls = RUNS) {
  return timesOf(calls, [
    ['firstContext', messages],
    ['settingsChange', messages],
    ['bulkAppend', messages],
    ['idRich', 1],
    ['longProse', 1],
    ['hugeArgument', 8],
    ['replay', Math.min(messages, MOST_REPLAYED)],
    ['documentMarkdown', 1],
    ['documentHtml', 1],
    ['documentPdf', Math.min(messages, PDF_PAGES)],
    ['documentSearch', 1],
  ]);
}

/**
 * Measures in Chromium what one large message leaves of the page's main thread, on its way into the
 * browser's store, through contexts, and out of it again.
 *
 * @param {number} [calls] the most runs
 */
export function largeInputTimes(calls = RUNS) {
  return timesOf(calls, [
    ['rowsOpenAi', LARGE_MEGABYTES],
    ['rowsAnthropic', LARGE_MEGABYTES],
    ['rowsAiSdk', LARGE_MEGABYTES],
    ['rowsAiSdkUi', LARGE_MEGABYTES],
    ['stringAnthropic', LARGE_MEGABYTES],
    ['wordsAiSdk', LARGE_MEGABYTES],
    ['deepOpenAi', DEEP_LEVELS],
    ['tooMuch', DEEP_LEVELS + 1],
  ]);
}

/**
 * @param {number} calls
 * @param {readonly (readonly [LongWork, number])[]} all
 * @returns {Promise<readonly LongWorkTimes[]>}
 */
function timesOf(calls, all) {
  const measured = async (/** @type {import('../page/measuring-page.mjs').NewTab} */ newTab) => {
    const times = [];
    for (const [work, n] of all) {
      const runs = [];
      for (let run = 0; run < Math.min(RUNS, calls); run += 1) {
        runs.push(await traced(newTab, { work, n }));
      }
      times.push({
        work,
        n,
        longestMs: runs.map(({ longestMs }) => longestMs),
        longestCpuMs: runs.map(({ longestCpuMs }) => longestCpuMs),
        wholeMs: runs.map(({ wholeMs }) => wholeMs),
      });
    }
    return times;
  };
  return withMeasuringPage(CODE, measured, { folder: 'bench' });
}

/**
 * @param {() => Promise<import('../page/measuring-page.mjs').Tab>} newTab
 * @param {{ readonly work: LongWork, readonly n: number }} effort
 */
async function traced(newTab, effort) {
  const { browser, page, measure } = await newTab();
  try {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await measure(effort);
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString());
    return { ...longestTaskMs(traceEvents), longestCpuMs: longestTaskCpuMs(traceEvents) };
  } finally {
    await page.close();
  }
}

const PAGE = fileURLToPath(new URL('./long-work-page.mjs', import.meta.url));
const SMALL_PDF = fileURLToPath(
  new URL('../../../packages/documents/src/testing/small-pdf.ts', import.meta.url),
);
const CODE = `
  import * as core from '@agent-memory/core';
  import { replaySession } from '@agent-memory/agent';
  import { createDocuments } from '@agent-memory/documents';
  import { pdfReader } from '@agent-memory/documents/pdf';
  import { smallPdf } from ${JSON.stringify(SMALL_PDF)};
  import { indexedDbStore } from '@agent-memory/indexeddb';
  import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
  import { measureLongWork } from ${JSON.stringify(PAGE)};
  const library = { core, createDocuments, pdfReader, indexedDbRecordStore, indexedDbStore, smallPdf };
  export const measure = (effort) => measureLongWork({ ...core, replaySession }, library, effort);`;
