// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';
import { FAULT_NAMES } from './fault-names.mjs';
import { serveModels } from './serve-models.mjs';

/** @typedef {import('./find-weights.mjs').Weights} Weights */
/** @typedef {import('./page/models-page.mjs').Effort} Effort */

/**
 * One part of the benchmark: the model that it needs, and what the page does.
 *
 * @typedef {object} Part
 * @property {import('./find-weights.mjs').ModelName} needs
 * @property {Effort} effort
 */

/** @returns {readonly Part[]} */
function allParts() {
  const tiny = 'webllm-tiny';
  const smol = 'smollm2-135m-instruct';
  return [
    { needs: tiny, effort: { task: 'chat', engine: 'webllm' } },
    { needs: smol, effort: { task: 'chat', engine: 'wllama' } },
    { needs: 'all-minilm-l6-v2', effort: { task: 'embed' } },
    ...FAULT_NAMES.map((fault) => faultPart(fault)),
    { needs: smol, effort: { task: 'summary' } },
  ];
}

/**
 * @param {string} fault
 * @returns {Part}
 */
function faultPart(fault) {
  return { needs: 'webllm-tiny', effort: { task: 'fault', fault } };
}

/**
 * Measures the models that are there, each part in a fresh browser profile.
 *
 * @param {Weights} weights
 * @param {readonly Effort['task'][]} tasks
 * @param {(measured: import('./page/models-page.mjs').Measured) => void} tell each part as it is done
 */
export async function measureModels({ folder, present }, tasks, tell) {
  const options = { folder: 'bench', serve: serveModels(folder) };
  await withMeasuringPage(
    CODE,
    async (newTab, address) => {
      for (const { needs, effort } of allParts()) {
        if (!present.has(needs) || !tasks.includes(effort.task)) continue;
        const { page, measure } = await newTab();
        if (effort.task === 'fault' && effort.fault === 'quota full') await fill(page, address);
        tell(await measure(effort));
        await page.close();
      }
    },
    options,
  );
}

/**
 * Leaves the page's origin no room for a model, until the page asks for it.
 *
 * @param {import('playwright').Page} page
 * @param {string} address
 */
async function fill(page, address) {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(address);
  const override = 'Storage.overrideQuotaForOrigin';
  await session.send(override, { origin, quotaSize: LITTLE_ROOM });
  await page.exposeFunction('freeRoom', () => session.send(override, { origin }));
}

/** In bytes: the configuration has room, the weights have none. */
const LITTLE_ROOM = 100_000;

const PAGE = fileURLToPath(new URL('./page/models-page.mjs', import.meta.url));
const CODE = `export { measure } from ${JSON.stringify(PAGE)};`;
