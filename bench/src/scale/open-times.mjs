// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';
import { longestTaskCpuMs, longestTaskMs, TRACE_CATEGORIES } from './longest-task.mjs';

/** @typedef {import('./open-page.mjs').Effort} Effort */
/** @typedef {import('./open-page.mjs').OpenTimes} PageTimes */

/**
 * How a stored session opens, is exported and imported, each in tabs of their own.
 *
 * @typedef {object} OpenTimes
 * @property {number} n
 * @property {readonly number[]} readyMs until its newest messages are there
 * @property {readonly number[]} contextMs until its first context is assembled
 * @property {readonly number[]} taskMs the longest task until all of it is there
 * @property {readonly number[]} taskCpuMs the most processor time that one task took until then
 * @property {readonly number[]} bareMs `readyMs` of messages alone, without a compaction
 * @property {readonly number[]} bareTaskMs
 * @property {readonly number[]} bareTaskCpuMs
 * @property {readonly number[]} importMs
 * @property {readonly number[]} importTaskMs
 * @property {readonly number[]} importTaskCpuMs
 * @property {readonly number[]} exportMs
 * @property {readonly number[]} exportTaskMs
 * @property {readonly number[]} exportTaskCpuMs
 */

/** Each in a tab of its own, as somebody opens an app. */
const RUNS = 5;

/**
 * @param {readonly number[]} lengths
 * @param {number} [calls] the most runs
 * @returns {Promise<readonly OpenTimes[]>}
 */
export async function openTimes(lengths, calls = RUNS) {
  const runs = Math.min(RUNS, calls);
  return withMeasuringPage(CODE, async (newTab, _address, browser) => {
    const times = [];
    for (const n of lengths) {
      const context = await browser.newContext();
      /** @param {Effort} effort */
      const once = (effort) => traced(() => newTab(context), effort);
      /** @param {Omit<Effort, 'n'>} effort @param {number} many */
      const often = async (effort, many) => {
        const all = [];
        for (let run = 0; run < many; run += 1) all.push(await once({ ...effort, n }));
        return all;
      };
      await filled(() => newTab(context), { act: 'fill', kind: 'stored', n });
      await filled(() => newTab(context), { act: 'fill', kind: 'bare', n });
      const stored = await often({ act: 'open', kind: 'stored' }, runs);
      const bare = await often({ act: 'open', kind: 'bare' }, runs);
      const exported = await often({ act: 'export', kind: 'stored' }, 1);
      const imported = await often({ act: 'import', kind: 'stored' }, 1);
      times.push({
        n,
        readyMs: stored.map(({ readyMs }) => readyMs),
        contextMs: stored.map(({ contextMs }) => contextMs),
        taskMs: stored.map(({ longestMs }) => longestMs),
        taskCpuMs: stored.map(({ longestCpuMs }) => longestCpuMs),
        bareMs: bare.map(({ readyMs }) => readyMs),
        bareTaskMs: bare.map(({ longestMs }) => longestMs),
        bareTaskCpuMs: bare.map(({ longestCpuMs }) => longestCpuMs),
        importMs: imported.map(({ readyMs }) => readyMs),
        importTaskMs: imported.map(({ longestMs }) => longestMs),
        importTaskCpuMs: imported.map(({ longestCpuMs }) => longestCpuMs),
        exportMs: exported.map(({ readyMs }) => readyMs),
        exportTaskMs: exported.map(({ longestMs }) => longestMs),
        exportTaskCpuMs: exported.map(({ longestCpuMs }) => longestCpuMs),
      });
      await context.close();
    }
    return times;
  });
}

/**
 * @param {() => Promise<import('../page/measuring-page.mjs').Tab>} newTab
 * @param {Effort} effort
 */
async function filled(newTab, effort) {
  const { page, measure } = await newTab();
  await measure(effort);
  await page.close();
}

/**
 * @param {() => Promise<import('../page/measuring-page.mjs').Tab>} newTab
 * @param {Effort} effort
 * @returns {Promise<PageTimes & { readonly longestMs: number, readonly longestCpuMs: number }>}
 */
async function traced(newTab, effort) {
  const { browser, page, measure } = await newTab();
  try {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    /** @type {PageTimes} */
    const times = await measure(effort);
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString());
    const { longestMs } = longestTaskMs(traceEvents);
    return { ...times, longestMs, longestCpuMs: longestTaskCpuMs(traceEvents) };
  } finally {
    await page.close();
  }
}

const PAGE = fileURLToPath(new URL('./open-page.mjs', import.meta.url));
const CODE = `
  import * as core from '@agent-memory/core';
  import { indexedDbStore } from '@agent-memory/indexeddb';
  import { measureOpening } from ${JSON.stringify(PAGE)};
  export const measure = (effort) => measureOpening(core, indexedDbStore, effort);`;
