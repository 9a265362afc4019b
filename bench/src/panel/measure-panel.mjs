// @ts-check
import { fileURLToPath } from 'node:url';
import { bundleCode } from '../../../scripts/bundle-code.mjs';
import { OUR_FOLDER } from '../../../scripts/size.mjs';
import { withMeasuringPage } from '../page/measuring-page.mjs';
import { TRACE_CATEGORIES, taskTimesMs } from '../scale/longest-task.mjs';

/** @typedef {import('../page/measuring-page.mjs').Tab} Tab */

/**
 * How much is measured.
 *
 * @typedef {object} PanelExtent
 * @property {number} turns of the session that the panel shows
 * @property {number} records of the long-term memory beside it
 * @property {number} events that stream in, in all
 * @property {number} runs of everything that is done more than once
 */

/**
 * A step in the page; `panel-page.mjs` says what each one does.
 *
 * @typedef {| { readonly kind: 'prepare', readonly scene: string, readonly turns: number, readonly records: number }
 *   | { readonly kind: 'grow', readonly scene: string, readonly events: number }
 *   | { readonly kind: 'open' | 'close' | 'follow' | 'turn' | 'kept', readonly scene: string }
 *   | { readonly kind: 'go', readonly scene: string, readonly call?: number }
 *   | { readonly kind: 'scroll' | 'play', readonly scene: string, readonly frames: number }
 *   | { readonly kind: 'mark', readonly end: boolean }} PanelStep
 */

/**
 * @typedef {object} Kept
 * @property {number} turns
 * @property {number} events
 * @property {number} plans whose figures the source keeps
 * @property {number} calls that the source tells of
 * @property {number} nodes of the panel, texts among them
 * @property {number} elements of the panel
 */

/**
 * @typedef {object} PanelTimes
 * @property {Kept} session
 * @property {readonly number[]} firstRowsMs
 * @property {readonly number[]} stepToRowsMs
 * @property {Readonly<Record<'scroll' | 'scrub' | 'play', readonly number[]>>} tasksMs
 * @property {readonly { readonly tab: string, readonly nodes: number }[]} tabs
 * @property {Readonly<Record<'plain' | 'closed' | 'attached' | 'open', readonly number[]>>} turnsMs
 * @property {readonly (Kept & { readonly shareBytes: number })[]} streamed the panel's share of the heap
 * @property {number} bundleHits files of an app's production bundle with something of the panel in it
 */

/** Frames of scrolling and of playing. */
const FRAMES = 200;
/** Shares of the stream at which the heap is read. */
const READ_AT = [0.1, 0.5, 1];
/** Stands in the panel's code and in nothing else. */
const PANEL_MARK = 'data-agent-memory-panel';

/**
 * Measures the panel of a long session in Chromium.
 *
 * @param {PanelExtent} extent
 * @returns {Promise<PanelTimes>}
 */
export async function measurePanel(extent) {
  const bundleHits = await panelInBundle();
  const measured = (/** @type {import('../page/measuring-page.mjs').NewTab} */ newTab) =>
    measureInTabs(newTab, extent);
  const times = await withMeasuringPage(CODE, measured, { folder: 'bench', external: [] });
  return { ...times, bundleHits };
}

/**
 * @param {import('../page/measuring-page.mjs').NewTab} newTab
 * @param {PanelExtent} extent
 */
async function measureInTabs(newTab, extent) {
  const shown = await newTab();
  const session = await prepared(shown, 'shown', extent);
  const firstRowsMs = await repeated(extent.runs, async () => {
    await step(shown, { kind: 'close', scene: 'shown' });
    return milliseconds(await step(shown, { kind: 'open', scene: 'shown' }));
  });
  const stepToRowsMs = await repeated(extent.runs, async (run) => {
    const call = session.turns - Math.floor((run * session.turns) / (2 * extent.runs)) - 1;
    return milliseconds(await step(shown, { kind: 'go', scene: 'shown', call }));
  });
  await step(shown, { kind: 'go', scene: 'shown' });
  const tasksMs = await longTasks(shown);
  const tabs = await nodesOfTabs(shown);
  await shown.page.close();
  const turnsMs = await turnTimes(await newTab(), extent);
  const streamed = await streamedIn(newTab, extent);
  return { session, firstRowsMs, stepToRowsMs, tasksMs, tabs, turnsMs, streamed };
}

/**
 * @param {Tab} tab
 * @param {string} scene
 * @param {{ readonly turns: number, readonly records: number }} size
 */
async function prepared(tab, scene, { turns, records }) {
  return keptOf(await step(tab, { kind: 'prepare', scene, turns, records }));
}

/** @param {Tab} tab */
async function longTasks(tab) {
  const { page } = tab;
  const strip = page.getByRole('slider', { name: 'Calls of the session' });
  const scroll = await traced(tab, () =>
    step(tab, { kind: 'scroll', scene: 'shown', frames: FRAMES }),
  );
  const scrub = await traced(tab, async () => {
    const box = await strip.boundingBox();
    if (!box) throw new Error('The panel shows no strip of calls.');
    const y = box.y + box.height / 2;
    await step(tab, { kind: 'mark', end: false });
    await page.mouse.move(box.x + box.width - 4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 4, y, { steps: FRAMES });
    await page.mouse.move(box.x + box.width / 2, y, { steps: FRAMES / 2 });
    await page.mouse.up();
    await step(tab, { kind: 'mark', end: true });
  });
  await page.getByRole('button', { name: 'Play the calls' }).click();
  const play = await traced(tab, () => step(tab, { kind: 'play', scene: 'shown', frames: FRAMES }));
  await page.getByRole('button', { name: 'Pause' }).click();
  return { scroll, scrub, play };
}

/**
 * @param {Tab} tab
 * @param {() => Promise<unknown>} work sets both marks
 */
async function traced({ browser, page }, work) {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await work();
  const trace = await browser.stopTracing();
  return taskTimesMs(JSON.parse(trace.toString()).traceEvents).tasksMs;
}

/** @param {Tab} tab */
async function nodesOfTabs(tab) {
  const counted = [];
  for (const control of await tab.page.getByRole('tab').all()) {
    await control.click();
    await tab.page.getByRole('tabpanel').waitFor();
    await step(tab, { kind: 'play', scene: 'shown', frames: 10 });
    const { nodes } = keptOf(await step(tab, { kind: 'kept', scene: 'shown' }));
    const title = (await control.textContent())?.replace(/\s*[\d,]*$/, '').toLowerCase() ?? '';
    counted.push({ tab: title, nodes });
  }
  return counted;
}

/**
 * Turns of four sessions of one page, which take turns, so that whatever else the machine does meets
 * all alike: without the panel; with the panel's code and source but closed; with a listener that reads
 * the source at every change, as a pill or another tab does; with the panel open, its drawing included.
 *
 * @param {Tab} tab
 * @param {PanelExtent} extent
 */
async function turnTimes(tab, { turns, runs }) {
  const size = { turns: Math.ceil(turns / 4), records: 0 };
  const kinds = /** @type {const} */ (['plain', 'closed', 'attached', 'open']);
  for (const kind of kinds) await prepared(tab, kind, size);
  await step(tab, { kind: 'follow', scene: 'attached' });
  await step(tab, { kind: 'open', scene: 'open' });
  const turnsMs = { plain: [0], closed: [0], attached: [0], open: [0] };
  for (const kind of kinds) turnsMs[kind].length = 0;
  for (let turn = 0; turn < runs * 10; turn += 1) {
    for (const kind of kinds) {
      turnsMs[kind].push(milliseconds(await step(tab, { kind: 'turn', scene: kind })));
    }
  }
  await tab.page.close();
  return turnsMs;
}

/**
 * The same stream with the panel open and without: the difference of the heaps is the panel's.
 *
 * @param {import('../page/measuring-page.mjs').NewTab} newTab
 * @param {PanelExtent} extent
 */
async function streamedIn(newTab, { events }) {
  const without = await stream(newTab, events, false);
  const withPanel = await stream(newTab, events, true);
  return withPanel.map((kept, at) => ({
    ...kept,
    shareBytes: kept.heapBytes - (without[at]?.heapBytes ?? 0),
  }));
}

/**
 * @param {import('../page/measuring-page.mjs').NewTab} newTab
 * @param {number} events
 * @param {boolean} isOpen
 */
async function stream(newTab, events, isOpen) {
  const tab = await newTab();
  await prepared(tab, 'stream', { turns: 1, records: 0 });
  if (isOpen) await step(tab, { kind: 'open', scene: 'stream' });
  const session = await tab.page.context().newCDPSession(tab.page);
  const readings = [];
  for (const share of READ_AT) {
    await step(tab, { kind: 'grow', scene: 'stream', events: Math.ceil(events * share) });
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const kept = keptOf(await step(tab, { kind: 'kept', scene: 'stream' }));
    readings.push({ ...kept, heapBytes: usedSize });
  }
  await tab.page.close();
  return readings;
}

/**
 * An app that shows the panel, bundled for production; counts the files that hold a piece of it. The
 * panel of all builds, which holds the mark, proves that it would be found.
 */
async function panelInBundle() {
  const hits = async (/** @type {string} */ code) => {
    const files = await bundleCode({ folder: OUR_FOLDER, code });
    return files.filter((file) => file.code.includes(PANEL_MARK)).length;
  };
  if ((await hits("export { MemoryPanel } from '@agent-memory/devtools/panel';")) === 0) {
    throw new Error(`The panel's own bundle has no "${PANEL_MARK}": it cannot be looked for.`);
  }
  return hits(`export { useAgentMemory } from '@agent-memory/react';
    export * from '@agent-memory/devtools';`);
}

/**
 * @param {Tab} tab
 * @param {PanelStep} one
 */
function step(tab, one) {
  return tab.measure(one);
}

/**
 * @template Result
 * @param {number} runs
 * @param {(run: number) => Promise<Result>} work
 */
async function repeated(runs, work) {
  const results = [];
  for (let run = 0; run < runs; run += 1) results.push(await work(run));
  return results;
}

/** @param {unknown} value */
function milliseconds(value) {
  if (typeof value !== 'number') throw new TypeError('The page gave no time.');
  return value;
}

/** @param {unknown} value */
function keptOf(value) {
  // The page's own answer, which `panel-page.mjs` types.
  return /** @type {Kept} */ (value);
}

const PAGE = fileURLToPath(new URL('./panel-page.mjs', import.meta.url));
const CODE = `
  import * as core from '@agent-memory/core';
  import * as devtools from '@agent-memory/devtools/panel';
  import { createLongTermMemory } from '@agent-memory/long-term';
  import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
  import { measurePanel } from ${JSON.stringify(PAGE)};
  const doors = { core, devtools, createLongTermMemory, indexedDbRecordStore };
  export const measure = (step) => measurePanel(doors, step);`;
