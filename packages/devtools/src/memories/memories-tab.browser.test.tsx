import type { LongTermMemory } from '@agent-memory/long-term';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { DAY_MS, knownRecords, manyRecords } from '../testing/known-records.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import type { RenderPanelOptions } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';

const MOST_NODES = 1_500;

const panel = panelPerTest();
const { focused } = panel;

async function show(longTerm: LongTermMemory, options: RenderPanelOptions = {}) {
  const rendered = panel.show(richSession().memory, { longTerm, ...options });
  await page.getByRole('tab', { name: 'Memories' }).click();
  return rendered;
}

const grid = () => page.getByRole('grid', { name: 'Records, newest first' });
const selectedRow = () => page.getByRole('row', { selected: true });
const row = (name: RegExp) => page.getByRole('row', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const details = () => page.getByRole('region', { name: /^Details: / });
const shownTexts = () =>
  [...panel.shadow().querySelectorAll('.rows .start-text')].map((cell) => cell.textContent);

test('[DEV-6] without a long-term memory there is no tab for it', async () => {
  panel.show(new FixtureMemory());
  await expect.element(page.getByRole('tab', { name: 'Storage' })).toBeVisible();
  expect(page.getByRole('tab', { name: 'Memories' }).query()).toBeNull();
});

test('[DEV-6] records are listed newest first, with kind, source, confidence, age and uses', async () => {
  const { longTerm } = await knownRecords();
  await longTerm.retrieve({ text: 'aisle' });
  await show(longTerm);
  await expect
    .poll(shownTexts)
    .toEqual([
      'Ada prefers green tea.',
      'Ada travels by train.',
      'Ada prefers an aisle seat.',
      'The order has the number R-20418.',
    ]);
  await expect.element(row(/train.*hypothesis fact inferred 45 % ↓ 3 d never/)).toBeVisible();
  await expect.element(row(/aisle.*preference user corrected 100 % 4 d 1/)).toBeVisible();
  await expect.element(row(/R-20418.*pinned.*never used identifier tool 90 % 12 d/)).toBeVisible();
  await expect.element(page.getByText('4 records', { exact: true })).toBeVisible();
});

test('[DEV-6] records are found by a phrase and filtered by type, kind, source, label and namespace', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await page.getByRole('searchbox').fill('PREFERS');
  await expect.poll(shownTexts).toEqual(['Ada prefers green tea.', 'Ada prefers an aisle seat.']);
  await page.getByRole('combobox', { name: 'Source' }).selectOptions('user corrected');
  await expect.poll(shownTexts).toEqual(['Ada prefers an aisle seat.']);
  await page.getByRole('searchbox').fill('nobody');
  await expect.element(page.getByText('No record is like this.')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox', { name: 'Source' }).selectOptions('Every source');
  await page.getByRole('combobox', { name: 'Label' }).selectOptions('hypothesis');
  await expect.poll(shownTexts).toEqual(['Ada travels by train.']);
  await page.getByRole('combobox', { name: 'Label' }).selectOptions('Every label');
  await page.getByRole('combobox', { name: 'Namespace' }).selectOptions('project:apollo');
  await expect.poll(shownTexts).toEqual(['The order has the number R-20418.']);
});

test('[DEV-6] records that are stale, and those that no context has had, carry a mark and are found by it', async () => {
  const { longTerm, clock } = await knownRecords();
  await longTerm.store({
    ...{ type: 'user', kind: 'episode', source: 'agent_inferred' },
    text: 'Ada slept through the alarm on the ferry.',
  });
  clock.advance(8 * DAY_MS);
  await longTerm.retrieve({ text: 'Ada prefers an aisle seat' });
  await show(longTerm);
  const label = page.getByRole('combobox', { name: 'Label' });
  await label.selectOptions('stale');
  await expect.poll(shownTexts).toEqual(['Ada slept through the alarm on the ferry.']);
  await expect.element(row(/slept through.*stale/)).toBeVisible();
  await label.selectOptions('not recalled yet');
  await expect.poll(shownTexts).toContain('The order has the number R-20418.');
  expect(shownTexts()).not.toContain('Ada prefers an aisle seat.');
  await expect.element(row(/R-20418.*never used.*never/)).toBeVisible();
});

test('[LTM-7] the details tell text, source, confidence, times, and lead to what it corrects', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await row(/aisle/).click();
  const pane = page.getByRole('region', { name: 'Details: Preference, user corrected' });
  await expect.element(pane).toHaveTextContent('Began at 100 %: the user put it right.');
  await expect.element(pane).toHaveTextContent('The record before: stored: the user said so');
  await page.getByRole('button', { name: 'Corrects an earlier record' }).click();
  const before = page.getByRole('region', { name: 'Details: Preference, user said' });
  await expect.element(before).toHaveTextContent('Corrected by another record');
  await expect.element(before).toHaveTextContent('It is given out no more');
  await page.getByRole('button', { name: 'Corrected by a newer record' }).click();
  await expect.element(pane).toBeVisible();
});

test('[DEV-6] evidence of the open session leads to its message', async () => {
  const { longTerm, ids } = await knownRecords();
  const { memory } = richSession();
  const entry = memory.entries({ fromSeq: 15, toSeq: 16 })[0];
  if (!entry) throw new Error('The session has a message #15.');
  await longTerm.update(ids.tea, { metadata: {} });
  const evidence = [
    { sessionId: memory.id, entryId: entry.id },
    { sessionId: 'last-week', entryId: '7' },
  ];
  await longTerm.store({
    ...{ type: 'user', kind: 'fact', source: 'user_stated', evidence },
    text: 'Ada rides a gravel bike.',
  });
  panel.show(memory, { longTerm });
  await page.getByRole('tab', { name: 'Memories' }).click();
  await row(/gravel bike/).click();
  await expect.element(details()).toHaveTextContent('a message of session last-week');
  await page.getByRole('button', { name: 'Message #15' }).click();
  await expect.element(page.getByRole('treegrid')).toBeVisible();
  await expect.element(selectedRow()).toHaveTextContent('15');
});

test('[DEV-6] confirming, pinning and correcting change the memory, and say so', async () => {
  const { longTerm, ids } = await knownRecords();
  await show(longTerm);
  await row(/train/).click();
  await button('Confirm').click();
  await expect.element(page.getByText(/^Confirmed: it is known/)).toBeVisible();
  expect((await longTerm.record(ids.guess))?.labels).toEqual([]);
  await button('Pin').click();
  await expect.element(button('Unpin')).toBeVisible();
  expect((await longTerm.record(ids.guess))?.record.pinned).toBe(true);
  await button('Correct …').click();
  const field = page.getByRole('textbox', { name: 'What is right' });
  await expect.poll(() => focused()?.tagName).toBe('TEXTAREA');
  await field.fill('Ada travels by bus.');
  await button('Save the correction').click();
  await expect.element(page.getByText(/^Corrected in the user’s name/)).toBeVisible();
  await expect.poll(shownTexts).toContain('Ada travels by bus.');
  expect(shownTexts()).not.toContain('Ada travels by train.');
  await expect.element(details()).toHaveTextContent('Ada travels by train.');
});

test('[DEV-6] a record is kept from recall by a button, filtered by that, explained, and let back in', async () => {
  const { longTerm, ids } = await knownRecords();
  await show(longTerm);
  await row(/green tea/).click();
  await expect.element(button('Pin')).toBeVisible();
  button('Never recall').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Kept from recall: no context and no recall/)).toBeVisible();
  await expect.element(button('Allow recall')).toBeVisible();
  expect(button('Pin').query()).toBeNull();
  await expect.element(details()).toHaveTextContent('“Allow recall” lets it back in');
  await expect.element(details()).toHaveTextContent('No: it is kept from recall by choice');
  expect((await longTerm.record(ids.tea))?.record.muted).toBe(true);
  await button('Why not here?').click();
  await expect.element(details()).toHaveTextContent('It is kept from recall by choice of a person');
  await page.getByRole('combobox', { name: 'Label' }).selectOptions('kept from recall');
  await expect.poll(shownTexts).toEqual(['Ada prefers green tea.']);
  await button('Allow recall').click();
  await expect.element(page.getByText(/^Recall allowed: /)).toBeVisible();
  await expect.element(button('Pin')).toBeVisible();
  expect((await longTerm.record(ids.tea))?.record).not.toHaveProperty('muted');
});

test('[DEV-6] a pinned record says that it has to be unpinned before it is kept from recall', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await row(/green tea/).click();
  await button('Pin').click();
  await expect.element(details()).toHaveTextContent('Unpin it to choose “Never recall” instead.');
  expect(button('Never recall').query()).toBeNull();
  await button('Unpin').click();
  await expect.element(button('Never recall')).toBeVisible();
});

test('[DEV-6] a hypothesis that is rejected leaves the list and keeps its history', async () => {
  const { longTerm, ids } = await knownRecords();
  await show(longTerm);
  await row(/train/).click();
  await button('Reject').click();
  await expect.element(details()).toHaveTextContent('Found wrong in a review');
  await expect.poll(shownTexts).not.toContain('Ada travels by train.');
  expect((await longTerm.record(ids.guess))?.record.ended?.why).toBe('rejected');
  expect(focused()?.getAttribute('role')).toBe('grid');
});

test('[DEV-6] forgetting can be undone', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await row(/tea/).click();
  await button('Forget').click();
  await expect.poll(shownTexts).not.toContain('Ada prefers green tea.');
  expect((await longTerm.list()).items).toHaveLength(3);
  await button('Undo').click();
  await expect.poll(shownTexts).toContain('Ada prefers green tea.');
  await expect.element(page.getByText('Remembered again, with its history.')).toBeVisible();
});

test('[LTM-8] erasing asks a second time, says what it means, and leaves nothing of the record', async () => {
  const { longTerm, ids } = await knownRecords();
  await show(longTerm);
  await row(/aisle/).click();
  await button('Erase …').click();
  await expect.element(page.getByText('This cannot be undone.')).toBeVisible();
  await expect.poll(() => focused()?.textContent).toBe('Keep it');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Erase …')).toBeVisible();
  expect(await longTerm.record(ids.aisle)).toBeDefined();
  await button('Erase …').click();
  await button('Erase for good').click();
  await expect.element(page.getByText(/^Erased for good: 2 records/)).toBeVisible();
  await expect.poll(shownTexts).not.toContain('Ada prefers an aisle seat.');
  expect(await longTerm.record(ids.aisle)).toBeUndefined();
  expect(await longTerm.history(ids.seat)).toEqual([]);
});

test('[DEV-6] what a memory refuses is told with its reason, and nothing changes', async () => {
  const { longTerm, ids } = await knownRecords();
  await show(longTerm);
  await row(/tea/).click();
  await expect.element(button('Pin')).toBeVisible();
  const pin = () => Promise.reject(new Error('the database was closed'));
  Object.assign(longTerm, { pin });
  await button('Pin').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('the database was closed');
  expect((await longTerm.record(ids.tea))?.record.pinned).toBe(false);
});

test('[DEV-7] a recall that is tried shows ranks, signals, the cut and its reasons, and counts as no use', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await page.getByRole('radio', { name: 'Try a recall' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('What does Ada prefer?');
  await page.getByRole('spinbutton', { name: 'at most' }).fill('1');
  await button('Try').click();
  const hits = page.getByRole('list', { name: 'Given out' });
  await expect.element(hits).toHaveTextContent(/1Ada prefers .*score.*Found by .*words/);
  const left = page.getByRole('list', { name: 'Left out' });
  await expect.element(left.getByText('BELOW_LIMIT').first()).toBeVisible();
  await hits.getByRole('button').first().click();
  await expect.element(details()).toHaveTextContent(/Ada prefers/);
  await expect.element(details()).toHaveTextContent('usednever');
});

test('[DEV-6] records that come from elsewhere appear while one looks', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await expect.element(row(/tea/)).toBeVisible();
  await longTerm.store({
    ...{ type: 'user', kind: 'fact', source: 'user_stated' },
    text: 'Ada has a cat.',
  });
  await expect.poll(shownTexts).toContain('Ada has a cat.');
});

test('[DEV-8] nothing is asked of the long-term memory before its tab is opened', async () => {
  const { longTerm } = await knownRecords();
  let calls = 0;
  const list = longTerm.list.bind(longTerm);
  const subscribe = longTerm.subscribe.bind(longTerm);
  Object.assign(longTerm, {
    list: (...given: Parameters<typeof list>) => {
      calls += 1;
      return list(...given);
    },
    subscribe: (...given: Parameters<typeof subscribe>) => {
      calls += 1;
      return subscribe(...given);
    },
  });
  panel.show(richSession().memory, { longTerm });
  await expect.element(page.getByRole('treegrid')).toBeVisible();
  expect(calls).toBe(0);
  await page.getByRole('tab', { name: 'Memories' }).click();
  await expect.element(grid()).toBeVisible();
  expect(calls).toBeGreaterThan(0);
});

test('[DEV-10] the records are walked by keys, Enter reads one, Escape leads back', async () => {
  const { longTerm } = await knownRecords();
  await show(longTerm);
  await expect.element(row(/tea/)).toBeVisible();
  await userEvent.keyboard('/');
  await expect.poll(() => focused()?.tagName).toBe('INPUT');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(selectedRow()).toHaveTextContent('train');
  await expect.element(details()).toHaveTextContent('Ada travels by train.');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Record and its history');
  await userEvent.keyboard('{Escape}');
  expect(focused()?.getAttribute('role')).toBe('grid');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => selectedRow().query()).toBeNull();
});

test('[DEV-6] an empty memory says how records come', async () => {
  await show(await manyRecords(0));
  await expect.element(page.getByText('Nothing is remembered yet')).toBeVisible();
});

test('[DEV-6] records that do not arrive are told in words', async () => {
  const { longTerm } = await knownRecords();
  Object.assign(longTerm, { list: () => Promise.reject(new Error('the other tab was closed')) });
  await show(longTerm);
  await expect
    .element(page.getByText(/did not arrive; nothing was changed. the other tab/))
    .toBeVisible();
});

test('[DEV-10] nothing of the memories sticks out at 340 pixels', async () => {
  const { longTerm } = await knownRecords();
  const rendered = await show(longTerm, { widthPixels: 340 });
  await row(/aisle/).click();
  await expect.element(details()).toHaveTextContent('window seat');
  const check = () => {
    for (const element of rendered
      .shadow()
      .querySelectorAll('.head, .toolbar, .record-grid, .rows .row, .detail-body')) {
      expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth);
    }
  };
  check();
  await page.getByRole('radio', { name: 'Try a recall' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('seat');
  await button('Try').click();
  await expect.element(page.getByRole('list', { name: 'Given out' })).toBeVisible();
  for (const element of rendered.shadow().querySelectorAll('.recall, .recall-results')) {
    expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth);
  }
  check();
});

let many: LongTermMemory;
beforeAll(async () => {
  many = await manyRecords(2_000);
});

test('[DEV-6] two thousand records are fetched as they are read, and stay small in the document', async () => {
  const rendered = await show(many);
  await expect.element(page.getByText(/^100 records so far/)).toBeVisible();
  await row(/Parcel 2000 /).click();
  let last = '';
  while (last !== 'Parcel 1 stands on shelf 1.') {
    await userEvent.keyboard('{End}');
    await expect.poll(() => selectedRow().element().textContent).not.toBe(last);
    last = rendered.shadow().querySelector('[aria-selected="true"] .start-text')?.textContent ?? '';
  }
  await expect.element(page.getByText('2,000 records', { exact: true })).toBeVisible();
  expect(rendered.shadow().querySelectorAll('*').length).toBeLessThan(MOST_NODES);
});
