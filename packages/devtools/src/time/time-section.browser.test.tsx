import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPanelSelection } from '../elements/panel-selection.ts';
import { aCall, manyCalls } from '../testing/many-calls.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import type { RenderPanelOptions } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';
import { type TimedSource, timedSource, wordsOf } from '../testing/timed-source.ts';

const panel = panelPerTest();

const strip = () => page.getByRole('slider', { name: 'Calls of the session' });
const spoken = () => strip().element().getAttribute('aria-valuetext');
const banner = () => page.getByText(/^Call [\d,]+ of [\d,]+ · the past$/);
const rowWith = (words: string) => page.getByRole('row', { name: words });

/** A panel of a session with this many calls. */
function showCalls(count: number, options: RenderPanelOptions = {}): TimedSource {
  let timed: TimedSource | undefined;
  panel.show(richSession().memory, {
    ...options,
    sourceOf: (live) => {
      timed = timedSource(live, manyCalls(count));
      return timed.source;
    },
  });
  if (!timed) throw new Error('The panel has been given its source.');
  return timed;
}

async function focusStrip(): Promise<void> {
  await expect.element(strip()).toBeVisible();
  (strip().element() as HTMLElement).focus();
}

test('[DEV-5] before the first call there is no strip, and it takes no room', async () => {
  showCalls(0);
  await expect.element(page.getByRole('tab', { name: 'Context' })).toBeVisible();
  expect(panel.shadow().querySelector('.time')).toBeNull();
});

test('[DEV-5] the strip is a slider that speaks its call, at first the newest', async () => {
  showCalls(61);
  await expect.element(strip()).toHaveAttribute('aria-valuemin', '1');
  await expect.element(strip()).toHaveAttribute('aria-valuemax', '61');
  await expect.element(strip()).toHaveAttribute('aria-valuenow', '61');
  expect(spoken()).toMatch(/^Call 61 of 61: [\d,]+ of 8,000 tokens/);
  expect(strip().element().getBoundingClientRect().height).toBe(56);
});

test('[DEV-5] [DEV-10] by keys alone into the past, along it and back', async () => {
  showCalls(61);
  await focusStrip();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(banner()).toHaveTextContent('Call 60 of 61 · the past');
  await expect.element(rowWith(wordsOf(60))).toBeVisible();
  await userEvent.keyboard('{PageDown}');
  await expect.element(rowWith(wordsOf(54))).toBeVisible();
  await userEvent.keyboard('{Home}');
  await expect.element(rowWith(wordsOf(1))).toBeVisible();
  expect(spoken()).toMatch(/^Call 1 of 61/);
  expect(panel.focused()).toBe(strip().element());
  await userEvent.keyboard('{End}');
  await expect.element(rowWith('Which chains do you have')).toBeVisible();
  expect(banner().elements()).toEqual([]);
});

test('[DEV-5] Escape and the button lead back to live, and the focus stays in the strip', async () => {
  showCalls(61);
  await focusStrip();
  await userEvent.keyboard('{Home}');
  await expect.element(banner()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(rowWith('Which chains do you have')).toBeVisible();
  await userEvent.keyboard('{Home}');
  await page.getByRole('button', { name: 'Back to live' }).click();
  await expect.element(rowWith('Which chains do you have')).toBeVisible();
  expect(panel.focused()).toBe(strip().element());
});

test('[DEV-5] new calls do not move the one that is selected', async () => {
  const { add } = showCalls(61);
  await focusStrip();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(rowWith(wordsOf(59))).toBeVisible();
  add(aCall(62));
  await expect.element(banner()).toHaveTextContent('Call 59 of 62 · the past');
  await expect.element(rowWith(wordsOf(59))).toBeVisible();
});

test('[DEV-5] in the present the newest call stays selected as calls arrive', async () => {
  const { add } = showCalls(61);
  await expect.element(strip()).toHaveAttribute('aria-valuenow', '61');
  add(aCall(62));
  await expect.element(strip()).toHaveAttribute('aria-valuenow', '62');
});

test('[DEV-5] the pointer selects the column under it, and the newest is the present', async () => {
  const { asked } = showCalls(2_000, { widthPixels: 1_200 });
  await expect.element(strip()).toBeVisible();
  await strip().click({ position: { x: 3, y: 30 } });
  await expect.element(banner()).toHaveTextContent(/^Call \d of 2,000 · the past/);
  const { width } = strip().element().getBoundingClientRect();
  await strip().click({ position: { x: width - 1, y: 30 } });
  await expect.element(rowWith('Which chains do you have')).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
});

test('[DEV-5] the table has the same calls, selects them, and is virtual', async () => {
  showCalls(2_000);
  await page.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('grid', { name: 'Calls, oldest first' });
  await expect.element(table).toHaveAttribute('aria-rowcount', '2001');
  (table.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(banner()).toHaveTextContent('Call 2 of 2,000');
  await expect.element(strip()).toHaveAttribute('aria-valuenow', '2');
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
  await userEvent.keyboard('{Escape}');
  await expect.element(rowWith('Which chains do you have')).toBeVisible();
});

test('[DEV-5] a selection that the app shares leads the panel, and the panel leads it', async () => {
  const selection = createPanelSelection();
  showCalls(61, { selection });
  await expect.element(strip()).toBeVisible();
  selection.select({ call: 31 });
  await expect.element(rowWith(wordsOf(31))).toBeVisible();
  await focusStrip();
  await userEvent.keyboard('{ArrowRight}');
  expect(selection.get().call).toBe(32);
});

test('[DEV-5] a message is one selection for the panel and the app, and is shown in the chat', async () => {
  const selection = createPanelSelection();
  const shown: number[] = [];
  panel.show(richSession().memory, { selection, onShowMessage: (seq) => shown.push(seq) });
  const { message } = richSession().memory.entries()[14] ?? {};
  expect(message).toBeDefined();
  await page.getByRole('row', { name: /Which chains/ }).click();
  const { seq } = selection.get();
  await page.getByRole('button', { name: 'Show in chat' }).click();
  expect(shown).toEqual([seq]);
  selection.select({ seq: 3 });
  await expect.element(page.getByRole('region', { name: 'Details: Message #3' })).toBeVisible();
  await page.getByRole('row', { name: /You help customers/ }).click();
  expect(selection.get().seq).toBeUndefined();
});

test('[DEV-5] a call that is kept no more says so, and the panel is live', async () => {
  const selection = createPanelSelection();
  showCalls(61, { selection });
  await expect.element(strip()).toBeVisible();
  selection.select({ call: 900 });
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Call 900 cannot be shown: its context is no longer kept.');
  expect(selection.get().call).toBeUndefined();
});
