import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import type { FixtureMemory } from '../testing/fixture-memory.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';
import { MemoryPanel } from './memory-panel.tsx';
import { type MountedPanel, mountPanel } from './mount-panel.tsx';

const FIRST_TOTALS = '1,988 of 8,000 tokens · estimated · window 12,000';
const NEXT_TOTALS = '1,950 of 8,000 tokens · estimated · window 12,000';

let host: HTMLElement;
let panel: MountedPanel | undefined;

beforeEach(async () => {
  await page.viewport(1_280, 800);
  host = document.createElement('div');
  host.style.height = '700px';
  document.body.append(host);
});

afterEach(() => {
  panel?.unmount();
  panel = undefined;
  host.remove();
});

/** Draws the panel into the host, and counts how often the source is asked for its state. */
function draw(memory: FixtureMemory): { readonly stateCalls: () => number } {
  const { source, stateCalls } = countingSource(memory);
  panel = mountPanel(host);
  panel.draw({ source, theme: 'light' });
  return { stateCalls };
}

function countingSource(memory: FixtureMemory) {
  const near = memorySource(memory, { nowMs: () => FIXTURE_NOW_MS });
  let calls = 0;
  const source: DevtoolsSource = {
    ...near,
    getState: () => {
      calls += 1;
      return near.getState();
    },
  };
  return { source, stateCalls: () => calls };
}

const totals = () => host.shadowRoot?.querySelector('.total')?.textContent;

/** Long enough for an observer to report and for what follows from it to be drawn. */
async function threeFrames(): Promise<void> {
  for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
}

test.each([
  ['not displayed', { display: 'none' }],
  ['below the fold', { position: 'absolute', top: '5000px' }],
])(
  '[DEV-9] a panel that is %s asks nothing and draws nothing until it is in sight',
  async (_how, style) => {
    Object.assign(host.style, style);
    const { memory } = richSession();
    const { stateCalls } = draw(memory);
    await threeFrames();
    expect(host.shadowRoot?.querySelector('.panel')).toBeNull();
    expect(memory.listenerCount).toBe(0);
    expect(stateCalls()).toBe(0);
    Object.assign(host.style, { display: 'block', position: 'static' });
    await expect.poll(totals).toBe(FIRST_TOTALS);
    await expect.poll(() => memory.listenerCount).toBe(2);
  },
);

test('[DEV-9] a panel that is hidden lets go of the memory, and catches up when it is shown', async () => {
  const { memory, plan } = richSession();
  const { stateCalls } = draw(memory);
  await page.getByRole('row', { name: /Which chains/ }).click();
  host.style.display = 'none';
  await expect.poll(() => memory.listenerCount).toBe(0);
  const callsWhenHidden = stateCalls();
  const items = plan.items.filter((item) => item.id !== 'entry-16');
  memory.assemble({ ...plan, items, totalTokens: 1_950 }, FIXTURE_NOW_MS);
  await threeFrames();
  expect(stateCalls()).toBe(callsWhenHidden);
  expect(totals()).toBe(FIRST_TOTALS);
  host.style.display = 'block';
  await expect.poll(totals).toBe(NEXT_TOTALS);
  await expect.poll(() => memory.listenerCount).toBe(2);
  const selected = page.getByRole('row', { selected: true });
  await expect.element(selected).toHaveTextContent('Which chains');
});

test('[DEV-8] a change is neither read nor drawn before the next frame: the app continues first', async () => {
  const { memory, plan } = richSession();
  const { stateCalls } = draw(memory);
  await expect.poll(totals).toBe(FIRST_TOTALS);
  await threeFrames();
  let readAtOnce = Number.NaN;
  await new Promise((resolve) =>
    requestAnimationFrame(async () => {
      const before = stateCalls();
      memory.assemble(plan, FIXTURE_NOW_MS);
      const items = plan.items.filter((item) => item.id !== 'entry-16');
      memory.assemble({ ...plan, items, totalTokens: 1_950 }, FIXTURE_NOW_MS);
      for (const _ of [1, 2, 3]) await undefined;
      readAtOnce = stateCalls() - before;
      resolve(undefined);
    }),
  );
  expect(readAtOnce).toBe(0);
  expect(totals()).toBe(FIRST_TOTALS);
  await expect.poll(totals).toBe(NEXT_TOTALS);
});

test('[DEV-9] a panel that is drawn again with the same source asks nothing', async () => {
  const { source, stateCalls } = countingSource(richSession().memory);
  panel = mountPanel(host);
  panel.draw({ source, theme: 'light' });
  await expect.poll(totals).toBe(FIRST_TOTALS);
  await threeFrames();
  const callsWhenDrawn = stateCalls();
  panel.draw({ source, theme: 'light' });
  await threeFrames();
  expect(stateCalls()).toBe(callsWhenDrawn);
});

test('[DEV-9] a parent that renders again does not draw the panel again', async () => {
  const { source, stateCalls } = countingSource(richSession().memory);
  const root = createRoot(host);
  const render = (title: string) =>
    root.render(
      <div title={title}>
        <MemoryPanel source={source} theme="light" />
      </div>,
    );
  render('first');
  await expect.element(page.getByText(FIRST_TOTALS)).toBeVisible();
  await threeFrames();
  const callsWhenDrawn = stateCalls();
  for (const title of ['second', 'third']) {
    render(title);
    await expect.poll(() => host.querySelector('div')?.title).toBe(title);
    await threeFrames();
  }
  expect(stateCalls()).toBe(callsWhenDrawn);
  root.unmount();
});
