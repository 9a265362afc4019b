import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownRecords } from '../testing/known-records.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { richSession } from '../testing/rich-session.ts';
import { runSession } from '../testing/run-session.ts';

// Real keys, and the panel in its real shadow root: the document names the host as the active element,
// which is where primitives that ask the document lose their place.

const panel = panelPerTest();

let before: HTMLButtonElement;

beforeEach(() => {
  before = document.createElement('button');
  before.textContent = 'Outside';
  document.body.prepend(before);
});
afterEach(() => before.remove());

const press = (keys: string) => userEvent.keyboard(keys);
const shownTab = () => page.getByRole('tab', { selected: true });
const focused = () => panel.focused()?.textContent ?? '';

/** The names that the focus passes with Tab, until one begins with the words. */
async function tabUntil(words: string): Promise<readonly string[]> {
  const passed: string[] = [];
  while (passed.length < 40) {
    await press('{Tab}');
    const control = panel.focused();
    const name = control?.getAttribute('aria-label') ?? control?.textContent ?? '';
    passed.push(name);
    if (name.startsWith(words)) return passed;
  }
  throw new Error(`Tab never came to "${words}"; it passed ${passed.join(', ')}`);
}

async function enterPanel(): Promise<void> {
  await expect.element(shownTab()).toBeVisible();
  before.focus();
  await tabUntil(shownTab().element().textContent ?? '');
}

test('[DEV-10] Tab from outside comes to the time strip, then to the tab that is shown, and shows no other', async () => {
  panel.show(richSession().memory);
  await expect.element(shownTab()).toBeVisible();
  await expect.element(page.getByRole('slider')).toBeVisible();
  before.focus();
  const passed = await tabUntil('Context');
  expect(passed).toEqual(['Calls of the session', 'Table', 'Context']);
  expect(panel.focused()).toBe(shownTab().element());
  await expect.element(shownTab()).toHaveTextContent('Context');
  for (const _ of passed) await press('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(before);
});

test('[DEV-10] arrows pass every tab in turn, Home and End show the first and the last', async () => {
  const { longTerm } = await knownRecords();
  panel.show(richSession().memory, { longTerm });
  await enterPanel();
  const titles = page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent ?? '');
  expect(titles.length).toBeGreaterThan(4);
  for (const title of [...titles.slice(1), titles[0]]) {
    await press('{ArrowRight}');
    expect(focused()).toBe(title);
    expect(shownTab().element().textContent).toBe(title);
  }
  await press('{End}');
  expect(shownTab().element().textContent).toBe(titles.at(-1));
  expect(focused()).toBe(titles.at(-1));
  await press('{ArrowLeft}');
  expect(shownTab().element().textContent).toBe(titles.at(-2));
  await press('{Home}');
  expect(shownTab().element().textContent).toBe(titles[0]);
  expect(focused()).toBe(titles[0]);
});

test('[DEV-10] a tab names its view, and each has one tab stop', async () => {
  panel.show(richSession().memory);
  await enterPanel();
  const view = page.getByRole('tabpanel', { name: 'Context' }).element();
  expect(shownTab().element().getAttribute('aria-controls')).toBe(view.id);
  const stops = page
    .getByRole('tab')
    .elements()
    .filter((tab) => tab.getAttribute('tabindex') === '0');
  expect(stops).toEqual([shownTab().element()]);
});

test('[DEV-10] arrows choose among lists side by side, one tab stop for all', async () => {
  panel.show(richSession().memory);
  await enterPanel();
  await tabUntil('Sent');
  await press('{ArrowRight}');
  expect(focused()).toMatch(/^Everything considered/);
  await expect.element(page.getByRole('radio', { name: /Everything considered/ })).toBeChecked();
  await expect.element(page.getByRole('row', { name: /14 messages/ })).toBeVisible();
  await press('{Home}');
  await expect.element(page.getByRole('radio', { name: /^Sent/ })).toBeChecked();
  await press('{End}{Tab}');
  expect(panel.focused()?.closest('.find')).not.toBeNull();
});

test('[DEV-10] arrows choose among the lists of the memories', async () => {
  const { longTerm } = await knownRecords();
  panel.show(richSession().memory, { longTerm });
  await enterPanel();
  await press('{End}{ArrowLeft}');
  await expect.element(shownTab()).toHaveTextContent('Memories');
  await tabUntil('Records');
  const modes = page
    .getByRole('radio')
    .elements()
    .map((mode) => mode.textContent ?? '');
  for (const mode of modes.slice(1)) {
    await press('{ArrowRight}');
    expect(focused()).toBe(mode);
    expect(page.getByRole('radio', { checked: true }).element().textContent).toBe(mode);
  }
});

test('[DEV-10] from outside to a reason, the divider, the text and back, by keys alone', async () => {
  panel.show(richSession().memory);
  await enterPanel();
  await tabUntil('Sent, in send order');
  await press('{ArrowDown}{ArrowDown}');
  const selected = page.getByRole('row', { selected: true });
  await expect.element(selected).toBeVisible();
  await tabUntil('Space for the list');
  const splitter = page.getByRole('separator');
  const list = panel.shadow().querySelector('[data-panel]');
  if (!list) throw new Error('The list stands in a panel of its own.');
  const widthBefore = list.getBoundingClientRect().width;
  await press('{ArrowLeft}{ArrowLeft}');
  expect(list.getBoundingClientRect().width).toBeLessThan(widthBefore);
  const widthLeft = list.getBoundingClientRect().width;
  await press('{ArrowRight}');
  expect(list.getBoundingClientRect().width).toBeGreaterThan(widthLeft);
  await press('{Home}');
  const narrowest = list.getBoundingClientRect().width;
  await press('{End}');
  expect(list.getBoundingClientRect().width).toBeGreaterThan(narrowest);
  expect(panel.focused()).toBe(splitter.element());
  await press('{Shift>}{Tab}{/Shift}{Enter}');
  expect(panel.focused()?.closest('.detail')).not.toBeNull();
  await press('{Escape}');
  expect(panel.focused()?.getAttribute('role')).toBe('treegrid');
});

test('[DEV-1] the sent text stands over the written one where the panel is narrow, and beside it else', async () => {
  for (const [widthPixels, isBelow] of [
    [480, true],
    [1_900, false],
  ] as const) {
    panel.remove();
    panel.show(richSession().memory, { widthPixels });
    await page
      .getByRole('row', { name: /chain-100/ })
      .first()
      .click();
    const region = (name: RegExp) => page.getByRole('region', { name }).element();
    await expect.element(page.getByRole('region', { name: /^Original, / })).toBeInTheDocument();
    const sent = region(/^Sent, .* tokens$/).getBoundingClientRect();
    const original = region(/^Original, /).getBoundingClientRect();
    expect(original.top >= sent.bottom).toBe(isBelow);
  }
});

test('[DEV-10] a preview opens and closes by keys alone, and gives the focus back', async () => {
  panel.show(richSession().memory);
  await enterPanel();
  await press('{ArrowRight}');
  await tabUntil('Preview compaction');
  const opener = panel.focused();
  await press('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Compact now' })).toBeVisible();
  await press('{Escape}');
  expect(page.getByRole('button', { name: 'Compact now' }).query()).toBeNull();
  expect(panel.focused()).toBe(opener);
});

test('[DEV-10] the lists of runs and the help, by keys alone', async () => {
  const { memory, runs, checkpoints } = await runSession();
  panel.show(memory, { runs, checkpoints, nowMs: Date.now });
  await enterPanel();
  await press('{End}{ArrowLeft}');
  await expect.element(shownTab()).toHaveTextContent('Runs');
  await tabUntil('Runs');
  await press('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'Checkpoints' })).toBeChecked();
  const opener = panel.focused();
  await press('?');
  await expect.element(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await press('{Escape}');
  expect(page.getByRole('heading', { name: 'Keys' }).query()).toBeNull();
  expect(panel.focused()).toBe(opener);
});
