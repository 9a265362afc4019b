import type { CDPSession, Page } from '@playwright/test';
import { bundleCode } from '../scripts/bundle-code.mjs';
import { patience } from '../scripts/patience.mjs';
import type { longUse } from './src/endurance-page.ts';
import { expect, test } from './src/fixtures.ts';

type LongUse = ReturnType<typeof longUse>;

const TURNS = 20_000;
const BLOCKS = 10;
const SWITCHES = 500;
const OPENINGS = 2_000;
/** Of code, caches and engine: one kept session would be more for each time. */
const NO_GROWTH_BYTES = 1_000_000;
const DAY_MS = 86_400_000;

const CODE = `
import { longUse } from './src/endurance-page.ts';
window.longUse = longUse();`;

/** The page in which the sessions are used; what it serves again comes from here. */
async function openPage(page: Page): Promise<void> {
  const files = await bundleCode({ folder: 'e2e', code: CODE, external: [] });
  const entry = files.find(({ isEntry }) => isEntry)?.fileName;
  await page.route('**/bundled/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/bundled/', '');
    const file = files.find(({ fileName }) => fileName === name);
    const html = `<!doctype html><title>Long use</title><body><script type="module" src="/bundled/${entry}"></script>`;
    await route.fulfill({
      contentType: file ? 'text/javascript' : 'text/html',
      body: file?.code ?? html,
    });
  });
  await page.goto('/bundled/');
}

/** Calls the page's own object once it is there. */
async function call<Name extends keyof LongUse>(
  page: Page,
  name: Name,
  ...given: Parameters<LongUse[Name]>
): Promise<Awaited<ReturnType<LongUse[Name]>>> {
  await page.waitForFunction(() => 'longUse' in window);
  return page.evaluate(([called, args]) => Reflect.get(window, 'longUse')[called](...args), [
    name,
    given,
  ] as const);
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  // The second one takes what finalizers of the first let go.
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Processor time that the page's thread has taken, in milliseconds. */
async function threadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** Takes turns, and measures how long the median one took and what the page holds behind them. */
async function measuredTurns(page: Page, devtools: CDPSession, count: number) {
  const beganMs = await threadMs(devtools);
  const turnMs = median(await call(page, 'turns', count));
  const busyMs = ((await threadMs(devtools)) - beganMs) / count;
  const heap = await heapBytes(devtools);
  console.log(
    `${count} turns: median ${turnMs.toFixed(1)} ms, processor ${busyMs.toFixed(1)} ms each, heap ${Math.round(heap / 1_000)} kB`,
  );
  return { turnMs, heap };
}

test.describe('@full', () => {
  test('[STO-9] [EXT-1] [DEV-1] the last of 20,000 turns takes what the first took, each keeps the same few bytes, and sessions that were left keep none', async ({
    page,
  }) => {
    test.setTimeout(6 * patience.testMs);
    await openPage(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await call(page, 'show', 'long');
    await call(page, 'turns', 200);
    const blocks = [];
    for (let block = 0; block < BLOCKS; block += 1) {
      blocks.push(await measuredTurns(page, devtools, TURNS / BLOCKS));
    }
    const [first, middle, last] = [blocks[0], blocks[BLOCKS / 2], blocks[BLOCKS - 1]];
    if (!first || !middle || !last) throw new Error('Nothing was measured.');
    expect(last.turnMs / first.turnMs).toBeLessThanOrEqual(1.2);
    const turnsBetween = TURNS * (1 - 1 / BLOCKS);
    expect((last.heap - first.heap) / turnsBetween).toBeLessThanOrEqual(5_000);
    // From the first block to the middle are five of them, and four to the last.
    expect((last.heap - middle.heap) / 4).toBeLessThanOrEqual((middle.heap - first.heap) / 5);
    expect(await call(page, 'state')).toEqual({
      ...{ messages: 2 * (TURNS + 200), store: 'IndexedDB', failures: 0 },
    });

    for (const [name, count] of [
      ['switches', SWITCHES],
      ['openings', OPENINGS],
    ] as const) {
      await call(page, name, count / 5);
      const before = await heapBytes(devtools);
      await call(page, name, count - count / 5);
      const growth = (await heapBytes(devtools)) - before;
      console.log(`${count} ${name}: ${growth} bytes more`);
      expect(growth).toBeLessThan(NO_GROWTH_BYTES);
    }
  });

  test('[STO-4] [STO-8] a session goes on when the page was frozen or kept for “back”, and when clock and time zone change', async ({
    page,
  }) => {
    await openPage(page);
    const devtools = await page.context().newCDPSession(page);
    await call(page, 'show', 'long');
    await call(page, 'turns', 10);
    const happenings: readonly (() => Promise<unknown>)[] = [
      async () => {
        await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
        await devtools.send('Page.setWebLifecycleState', { state: 'active' });
      },
      () => page.evaluate(leaveAndComeBack),
      () => page.evaluate(moveClock, 400 * DAY_MS),
      () => page.evaluate(moveClock, -800 * DAY_MS),
      () => devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' }),
      () => devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Pago_Pago' }),
    ];
    let messages = 20;
    for (const happens of happenings) {
      const taking = call(page, 'turns', 10);
      await happens();
      await taking;
      messages += 20;
    }
    expect(await call(page, 'state')).toEqual({ messages, store: 'IndexedDB', failures: 0 });
    await page.reload();
    await call(page, 'show', 'long');
    expect(await call(page, 'state')).toMatchObject({ messages, store: 'IndexedDB' });
  });
});

/** Runs in the page. */
function leaveAndComeBack(): void {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}

/** Runs in the page. */
function moveClock(byMs: number): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + byMs;
}
