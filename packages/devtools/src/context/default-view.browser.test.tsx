import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manyCalls } from '../testing/many-calls.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { richSession } from '../testing/rich-session.ts';
import { timedSource } from '../testing/timed-source.ts';

const panel = panelPerTest();

const toggle = (name: 'Map' | 'Outlook') => page.getByRole('button', { name, exact: true });
const strip = () => page.getByRole('slider');

async function show(widthPixels: number, heightPixels: number): Promise<void> {
  await page.viewport(1_280, 860);
  panel.show(richSession().memory, {
    ...{ widthPixels, heightPixels },
    sourceOf: (live) => timedSource(live, manyCalls(61)).source,
  });
  await expect.element(page.getByRole('treegrid')).toBeVisible();
  await expect.element(strip()).toBeVisible();
}

function found(selector: string): HTMLElement {
  const element = panel.shadow().querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The panel has ${selector}.`);
  return element;
}

/** Rows of messages, headings apart, that are in sight from edge to edge. */
function rowsInSight(): number {
  const { bottom } = found('.panel').getBoundingClientRect();
  const { top } = found('.tab-content .grid').getBoundingClientRect();
  const rows = panel.shadow().querySelectorAll('.tab-content .rows .row:not([data-heading])');
  return [...rows].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.height > 0 && box.top >= top && box.bottom <= bottom;
  }).length;
}

for (const [widthPixels, heightPixels, atLeast] of [
  [320, 640, 4],
  [360, 640, 4],
  [1_200, 320, 3],
  [800, 600, 8],
] as const) {
  test(`[DEV-1] ${atLeast} messages stand in sight without scrolling, ${widthPixels} × ${heightPixels}`, async () => {
    await show(widthPixels, heightPixels);
    await expect.poll(rowsInSight).toBeGreaterThanOrEqual(atLeast);
    const { scrollHeight, clientHeight } = found('.tab-content');
    expect(scrollHeight).toBe(clientHeight);
  });
}

test('[DEV-1] [DEV-10] map and outlook are a line each, opened by keys and left open', async () => {
  await show(1_200, 400);
  await expect.element(toggle('Map')).toHaveAttribute('aria-expanded', 'false');
  const next = page.getByText(/^Next compaction at 4,597 tokens/);
  await expect.element(next).toBeVisible();
  await expect.element(page.getByText(/1,190 lost/)).not.toBeInTheDocument();
  (toggle('Outlook').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('412 kept · 1,190 lost · 386 new')).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('tab', { name: 'Context' }).click();
  await expect.element(toggle('Outlook')).toHaveAttribute('aria-expanded', 'true');
  await toggle('Outlook').click();
  await expect.element(page.getByText(/1,190 lost/)).not.toBeInTheDocument();
  await expect.element(next).toBeVisible();
});

const CONTROLS =
  'button, input, select, a[href], summary, [role="slider"], [role="listbox"], [role="treegrid"], [tabindex="0"]';

test('[DEV-1] at first there are at most 16 controls and 150 words beside the rows', async () => {
  await show(1_200, 800);
  const seen = (element: Element | null) =>
    element?.checkVisibility() && !element.closest('.rows, .hidden');
  const controls = [...panel.shadow().querySelectorAll(CONTROLS)].filter(seen);
  expect(controls.length).toBeGreaterThan(8);
  expect(controls.length).toBeLessThanOrEqual(16);
  const texts = document.createTreeWalker(found('.panel'), NodeFilter.SHOW_TEXT);
  let words = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (seen(text.parentElement))
      words += text.textContent?.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  }
  expect(words).toBeGreaterThan(20);
  expect(words).toBeLessThanOrEqual(150);
});

test('[DEV-5] the strip is lower in a low panel, and its picture is as high as it is', async () => {
  await show(1_200, 400);
  expect(strip().element().getBoundingClientRect().height).toBe(40);
  await expect.poll(() => found('.time-drawing').getBoundingClientRect().height).toBe(40);
});
