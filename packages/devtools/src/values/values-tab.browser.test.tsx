import type { ArchivedContext } from '@agent-memory/core';
import { summaries } from '@agent-memory/core/internal';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { anArchivedContext, aValue, manyValues } from '../testing/plan-fixture.ts';
import type { RenderedPanel } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';

const MOST_NODES = 1_500;

const panel = panelPerTest();

async function show(memory: FixtureMemory, widthPixels = 1_200): Promise<RenderedPanel> {
  const rendered = panel.show(memory, { widthPixels });
  await page.getByRole('tab', { name: 'Values' }).click();
  return rendered;
}

const grid = () => page.getByRole('grid', { name: 'Values that are kept, by rank' });
const selectedRow = () => page.getByRole('row', { selected: true });
const { focused } = panel;
const shownValues = () =>
  [...(panel.shadow().querySelectorAll('.rows .value') ?? [])].map((cell) => cell.textContent);

test('[CMP-11] every kept value is listed with kind, uses, last message and where it stands', async () => {
  await show(richSession().memory);
  await expect
    .element(page.getByRole('row', { name: /^1 R-20418 identifier 3.*user .*#14 sent/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /^2 WTU482KL identifier 2.*find_parcel .*#11 sent/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /^3 240 EUR number 4.*#16 in view/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /^6 uploads\/cassette-front\.jpg path 1.*no room/ }))
    .toBeVisible();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '9');
});

test('[CMP-10] [CMP-11] the archived text is told by what it covers, and can be read', async () => {
  await show(richSession().memory);
  const archived = page.getByRole('region', {
    name: 'What stands for the messages out of context',
  });
  await expect
    .element(archived)
    .toHaveTextContent('128 tokens stand for 14 messages of 5,775 tokens');
  await expect.element(archived).toHaveTextContent('Summary of #1–#14 by extractive');
  await archived.getByText(/^Read the text that is sent/).click();
  await expect.element(archived.getByText(/labour 75 EUR/)).toBeVisible();
});

test('[CMP-11] values are searched, and filtered by where they stand and by kind', async () => {
  await show(richSession().memory);
  await page.getByRole('radio', { name: /^No room/ }).click();
  await expect
    .poll(shownValues)
    .toEqual([
      'uploads/cassette-front.jpg',
      'DT Swiss 350',
      'https://shop.example/parts/cassette-11-42',
    ]);
  await page.getByRole('searchbox').fill('url');
  await expect.poll(shownValues).toEqual(['https://shop.example/parts/cassette-11-42']);
  await page.getByRole('searchbox').fill('nobody');
  await expect.element(page.getByText('No kept value is like this.')).toBeVisible();
  await expect.element(page.getByText('0 matches')).toBeVisible();
});

test('[CMP-11] a value leads to the message that said it last, sent or not', async () => {
  await show(richSession().memory);
  await page.getByRole('button', { name: 'Go to message #16' }).click();
  await expect.element(selectedRow()).toHaveTextContent('I will look at the shelf.');
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('button', { name: 'Go to message #11' }).click();
  await expect.element(page.getByRole('radio', { name: /Everything considered/ })).toBeChecked();
  await expect.element(page.getByRole('region', { name: 'Details: Message #11' })).toBeVisible();
});

test('[DEV-1] a value whose message is newer than the context leads to the full list and a sentence that says so', async () => {
  const { plan } = richSession();
  const archived = anArchivedContext([aValue({ lastSeq: 99 })]);
  panel.show(new FixtureMemory({ plan, archived }));
  await page.getByRole('searchbox').fill('nobody holds this');
  await expect.element(page.getByText(/^Nothing that is sent holds this/)).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.getByRole('button', { name: 'Go to message #99' }).click();
  await expect
    .element(page.getByText(/Message #99 is not in this list\..*the next call takes it in\./))
    .toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Sent/ })).toBeChecked();
  expect(page.getByRole('row').elements().length).toBeGreaterThan(3);
  await expect.poll(() => focused()?.getAttribute('role')).toBe('treegrid');
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByText(/is not in this list/)).not.toBeInTheDocument();
});

test('[CMP-11] a time of day is called a time, and no date', async () => {
  const text = 'The ferry of 2026-02-03 leaves at 16:00.';
  const values = summaries
    .findValues(text)
    .map(({ text: said, kind }) => aValue({ text: said, kind }));
  const { plan } = richSession();
  await show(new FixtureMemory({ plan, archived: anArchivedContext(values) }));
  await expect.element(page.getByRole('row', { name: / 16:00 time / })).toBeVisible();
  await expect.element(page.getByRole('row', { name: / 2026-02-03 date / })).toBeVisible();
});

test('[DEV-10] the values are walked by keys, Enter goes to the message, and the focus with it', async () => {
  await show(richSession().memory);
  await expect.element(grid()).toBeVisible();
  await userEvent.keyboard('/');
  await expect.poll(() => focused()?.tagName).toBe('INPUT');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()?.getAttribute('role')).toBe('grid');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(selectedRow()).toHaveTextContent('WTU482KL');
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.element(selectedRow()).toHaveTextContent('DT Swiss 350');
  await userEvent.keyboard('{Home}');
  await expect.element(selectedRow()).toHaveTextContent('R-20418');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Details: Message #14' })).toBeVisible();
  await expect.poll(() => focused()?.getAttribute('role')).toBe('treegrid');
});

test('[CMP-11] two thousand values stay small in the document, wherever they are scrolled', async () => {
  const memory = new FixtureMemory({
    plan: richSession().plan,
    archived: anArchivedContext(manyValues(2_000)),
  });
  const rendered = await show(memory);
  await page.getByRole('row', { name: /VALUE-10003/ }).click();
  await userEvent.keyboard('{End}');
  await expect.element(selectedRow()).toHaveTextContent('VALUE-11999');
  await expect.element(selectedRow()).toBeInViewport({ ratio: 0.9 });
  await expect.element(selectedRow()).toHaveAttribute('aria-rowindex', '2001');
  expect(rendered.shadow().querySelectorAll('*').length).toBeLessThan(MOST_NODES);
});

test('[CMP-11] before anything left, and when nothing could be said of it, it says so', async () => {
  await show(new FixtureMemory({ plan: richSession().plan }));
  await expect.element(page.getByText('Nothing is out of context yet')).toBeVisible();
});

test('[DEV-8] values are asked for only while their tab is shown, and again with a new plan', async () => {
  const { memory, plan } = richSession();
  let asked = 0;
  const { archived } = memory;
  Object.assign(memory, {
    archived: () => {
      asked += 1;
      return archived();
    },
  });
  panel.show(memory);
  await expect.element(page.getByRole('treegrid')).toBeVisible();
  expect(asked).toBe(0);
  await page.getByRole('tab', { name: 'Values' }).click();
  await expect.element(grid()).toBeVisible();
  const before = asked;
  memory.assemble({ ...plan });
  await expect.poll(() => asked).toBeGreaterThan(before);
});

test('[CMP-11] what was looked for among the values stays while a newer plan is asked about', async () => {
  const { memory, plan } = richSession();
  await show(memory);
  await page.getByRole('searchbox').fill('WTU');
  await expect.poll(shownValues).toEqual(['WTU482KL']);
  const values = [...manyValues(3), ...((await memory.archived())?.values ?? [])];
  let answer = (): void => undefined;
  const archived = () =>
    new Promise<ArchivedContext>((resolve) => {
      answer = () => resolve(anArchivedContext(values));
    });
  Object.assign(memory, { archived });
  memory.assemble({ ...plan });
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  await expect.element(page.getByRole('searchbox')).toHaveValue('WTU');
  expect(shownValues()).toEqual(['WTU482KL']);
  answer();
  await expect.element(page.getByRole('row', { name: /^5 WTU482KL/ })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue('WTU');
});

test('[DEV-8] values that do not arrive are told in words', async () => {
  const { memory } = richSession();
  const archived = () => Promise.reject(new Error('the other window was closed'));
  await show(Object.assign(memory, { archived }));
  await expect.element(page.getByText('The values did not arrive')).toBeVisible();
});

test('[DEV-10] nothing of the values sticks out at 320 pixels', async () => {
  const rendered = await show(richSession().memory, 320);
  await expect.element(grid()).toBeVisible();
  for (const element of rendered
    .shadow()
    .querySelectorAll('.head, .archived, .toolbar, .value-grid, .value-grid .row')) {
    expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth);
  }
});
