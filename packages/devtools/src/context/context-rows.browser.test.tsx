import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { aLongPlan } from '../testing/plan-fixture.ts';
import { richSession } from '../testing/rich-session.ts';

const panel = panelPerTest();

const list = () => page.getByRole('treegrid');
const selectedRow = () => page.getByRole('row', { selected: true });
const rows = () => [
  ...panel.shadow().querySelectorAll<HTMLElement>('.rows .row:not([data-heading])'),
];
const reasons = () => [...panel.shadow().querySelectorAll<HTMLElement>('.row-reason')];

/** Rows from top to bottom, and whether each begins where the one above it ends. */
function gaps(): readonly number[] {
  const boxes = rows()
    .map((row) => row.getBoundingClientRect())
    .sort((a, b) => a.top - b.top);
  return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
}

test('[DEV-1] a row has its number, role, text and tokens, and no more columns', async () => {
  panel.show(richSession().memory);
  await expect.element(list()).toBeVisible();
  const heads = page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent);
  expect(heads).toEqual(['#', 'Role', 'Begins with', 'Tokens']);
  for (const row of rows()) {
    const columns = [...row.querySelectorAll('[role="gridcell"]')].map((cell) =>
      Number(cell.getAttribute('aria-colspan') ?? 1),
    );
    expect(columns.reduce((all, span) => all + span, 0)).toBe(4);
  }
});

test('[DEV-1] a chip stands only where a message is not sent whole', async () => {
  panel.show(richSession().memory);
  await expect.element(page.getByRole('row', { name: /chain-100.*shortened/ })).toBeVisible();
  const chipped = rows().filter((row) => row.querySelector('.tag'));
  expect(chipped.length).toBeGreaterThan(0);
  expect(chipped.length).toBeLessThan(rows().length / 2);
  for (const row of chipped) expect(row.textContent).toMatch(/shortened|repaired/);
});

test('[DEV-1] bars compare the tokens of the rows, in the pattern of their tier', async () => {
  // High enough for every row to be drawn, the largest too.
  await page.viewport(1_280, 1_000);
  panel.show(richSession().memory, { heightPixels: 960 });
  await expect.element(list()).toBeVisible();
  const bars = rows().flatMap((row) => [...row.querySelectorAll<HTMLElement>('.token-bar')]);
  const widths = bars.map((bar) => bar.getBoundingClientRect().width);
  const tracks = bars.map((bar) => bar.parentElement?.getBoundingClientRect().width ?? 0);
  expect(Math.max(...widths)).toBeCloseTo(Math.max(...tracks), 0);
  expect(new Set(bars.map((bar) => bar.dataset.part))).toEqual(
    new Set(['system', 'archive', 'working', 'live']),
  );
});

test('[DEV-3] the reason stands under the selected row, and under no other', async () => {
  panel.show(richSession().memory);
  await page.getByRole('row', { name: /chain-100/ }).click();
  await expect
    .element(selectedRow().getByText(/the tool result is over its limit of 400 tokens/))
    .toBeVisible();
  expect(reasons()).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(selectedRow()).not.toHaveTextContent('over its limit of 400');
  expect(reasons()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  expect(reasons()).toHaveLength(0);
});

test('[DEV-3] what left tells its reason under its row, the range and each message of it', async () => {
  panel.show(richSession().memory);
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  await page.getByRole('row', { name: /14 messages summarised/ }).click();
  await expect.element(selectedRow().getByText(/^Not sent/)).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(selectedRow().getByText(/^Not sent \(211 tokens\)/)).toBeVisible();
  await expect.element(selectedRow()).toHaveTextContent(/summarised/);
});

test('[DEV-10] rows make room for the reason, and the selected one is in sight with it', async () => {
  const { plan, entries } = aLongPlan(300);
  panel.show(new FixtureMemory({ plan, entries }), { heightPixels: 520 });
  await expect.element(list()).toBeVisible();
  panel.shadow().querySelector<HTMLElement>('.grid')?.focus();
  for (const keys of ['{Home}', '{ArrowDown}', '{PageDown}', '{End}', '{ArrowUp}', '{PageUp}']) {
    await userEvent.keyboard(keys);
    await expect.element(selectedRow().getByText(/^Sent whole/)).toBeInViewport({ ratio: 0.99 });
    await expect.element(selectedRow()).toBeInViewport({ ratio: 0.99 });
    await expect.poll(() => Math.max(...gaps().filter((gap) => gap < 200))).toBe(0);
    expect(Math.min(...gaps())).toBeGreaterThanOrEqual(0);
  }
});

for (const widthPixels of [340, 480, 640, 1_440]) {
  test(`[DEV-10] nothing of a row is cut off but its text, ${widthPixels} px`, async () => {
    await page.viewport(1_480, 800);
    panel.show(richSession().memory, { widthPixels });
    await page.getByRole('row', { name: /chain-100/ }).click();
    const cells = panel
      .shadow()
      .querySelectorAll<HTMLElement>(
        '.rows .row :is(.place, .role, .tokens, .tag, .token-figure, .row-reason)',
      );
    expect(cells.length).toBeGreaterThan(20);
    for (const cell of cells) {
      expect(cell.scrollWidth, `${cell.className}: ${cell.textContent}`).toBeLessThanOrEqual(
        cell.clientWidth || cell.scrollWidth,
      );
      const row = cell.closest('.row')?.getBoundingClientRect();
      expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(row?.right ?? 0);
    }
  });
}

test('[DEV-10] a search that finds nothing among what is sent leads to where the phrase is', async () => {
  panel.show(richSession().memory);
  await page.getByRole('searchbox').fill('shark fins');
  const elsewhere = page.getByRole('button', { name: /^Everything considered \(\d+\)$/ });
  await expect.element(elsewhere).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Sent/ })).toBeChecked();
  const hits = Number(/\d+/.exec(elsewhere.element().textContent ?? '')?.[0]);
  expect(hits).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('searchbox').fill('shark fins');
  await expect.element(elsewhere).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  for (let step = 0; panel.focused() !== elsewhere.element() && step < 5; step += 1) {
    await userEvent.keyboard('{Tab}');
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio', { name: /Everything considered/ })).toBeChecked();
  await expect.element(page.getByText(`${hits} matches`)).toBeVisible();
  expect(panel.focused()?.getAttribute('role')).toBe('treegrid');
});

test('[DEV-10] a search that finds nothing anywhere says so, and leads nowhere', async () => {
  panel.show(richSession().memory);
  await page.getByRole('searchbox').fill('zeppelin');
  await expect
    .element(page.getByText('Nothing that is sent holds this, and nothing out of context.'))
    .toBeVisible();
  expect(page.getByRole('button', { name: /^Everything considered/ }).query()).toBeNull();
});
