import {
  createLongTermMemory,
  inMemoryRecordStore,
  type LongTermMemory,
} from '@agent-memory/long-term';
import axe from 'axe-core';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UserMemories, type UserMemoriesProps } from './user-memories.tsx';

let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('dir');
  vi.restoreAllMocks();
});

let nowMs = Date.UTC(2026, 4, 4);
/** Each record has a moment of its own, so that the newest is known. */
const clock = {
  nowMs: () => {
    nowMs += 1;
    return nowMs;
  },
};

const OPTIONS = { user: 'ada', clock, sweepEveryMs: 0 };

/** A memory that knows sentences, the last of them newest. */
async function knowing(...texts: readonly string[]): Promise<LongTermMemory> {
  const longTerm = createLongTermMemory(OPTIONS);
  for (const text of texts) await told(longTerm, text);
  return longTerm;
}

async function told(longTerm: LongTermMemory, text: string): Promise<void> {
  await longTerm.store({ type: 'user', kind: 'preference', source: 'user_stated', text });
}

async function show(props: UserMemoriesProps): Promise<void> {
  root.render(
    <StrictMode>
      <UserMemories {...props} />
    </StrictMode>,
  );
  await expect.element(page.getByRole('heading')).toBeVisible();
}

const texts = async (longTerm: LongTermMemory) =>
  (await longTerm.list()).items.map(({ record }) => record.text);
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
const button = (name: string) => page.getByRole('button', { name });
const status = () => page.getByRole('status');
const press = (keys: string) => userEvent.keyboard(keys);

async function findings(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'page-has-heading-one': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

test('[RCT-6] by the keyboard alone a person puts a memory right, and the focus stays with it', async () => {
  const longTerm = await knowing('I like tea.', 'I prefer an aisle seat.');
  await show({ longTerm });
  const correct = button('Correct: I prefer an aisle seat.');
  correct.element().focus();
  await press('{Enter}');
  const field = page.getByRole('textbox', { name: 'What is right?' });
  await expect.element(field).toHaveFocus();
  await press('{Escape}');
  await expect.element(correct).toHaveFocus();
  await press('{Enter}');
  await press('I prefer a window seat.{Tab}{Enter}');
  await expect.element(status()).toHaveTextContent('Corrected.');
  const right = item('I prefer a window seat.');
  await expect.element(right).toHaveFocus();
  await expect.element(right).toHaveTextContent('You put this right on 4 May 2026');
  expect(await texts(longTerm)).toEqual(['I prefer a window seat.', 'I like tea.']);
  await right.getByText('Where this comes from').click();
  await expect
    .element(right)
    .toHaveTextContent('You said this on 4 May 2026: “I prefer an aisle seat.”');
});

test('[RCT-6] a memory is deleted for good after a question; the next one has the focus, at last the title', async () => {
  const longTerm = await knowing('I like tea.', 'I prefer an aisle seat.');
  await show({ longTerm });
  const ask = button('Delete: I prefer an aisle seat.');
  await ask.click();
  await expect.element(button('Keep')).toHaveFocus();
  await press('{Escape}');
  await expect.element(ask).toHaveFocus();
  await press('{Enter}{Tab}{Enter}');
  await expect.element(item('I like tea.')).toHaveFocus();
  await expect.element(status()).toHaveTextContent('Deleted for good.');
  await button('Delete: I like tea.').click();
  await press('{Tab}{Enter}');
  await expect.element(page.getByRole('heading')).toHaveFocus();
  await expect.element(page.getByText('Nothing is remembered about you.')).toBeVisible();
  expect((await longTerm.audit()).items.map(({ action }) => action)).toContain('erase');
});

test('[RCT-6] a conclusion says that it is not confirmed until the person confirms it', async () => {
  const longTerm = await knowing();
  const draft = { type: 'user', kind: 'fact', source: 'agent_inferred' } as const;
  await longTerm.store({ ...draft, text: 'Ada has a dog.' });
  await show({ longTerm });
  await expect
    .element(item('Ada has a dog.'))
    .toHaveTextContent('Concluded from a chat on 4 May 2026; not confirmed');
  await button('That is right: Ada has a dog.').click();
  await expect.element(item('Ada has a dog.')).toHaveTextContent('4 May 2026; confirmed');
  await expect.element(item('Ada has a dog.')).toHaveFocus();
  await expect.element(button('That is right: Ada has a dog.')).not.toBeInTheDocument();
});

test('[NS-3] [RCT-6] what another person wrote has their name, and is changed only where the memory may', async () => {
  const store = inMemoryRecordStore();
  const team = { ...OPTIONS, store, namespace: 'project:apollo' };
  const bob = createLongTermMemory({ ...team, user: 'bob' });
  const text = 'We chose Postgres because the team knows it.';
  await bob.store({ type: 'project', kind: 'decision', source: 'user_stated', text });
  await show({ longTerm: createLongTermMemory(team) });
  await expect.element(item(text)).toHaveTextContent(/bob.* said this on 4 May 2026/u);
  await expect.element(button(`Delete: ${text}`)).not.toBeInTheDocument();
  await show({ longTerm: createLongTermMemory({ ...team, mayChangeOthers: true }) });
  await expect.element(button(`Delete: ${text}`)).toBeVisible();
});

test('[RCT-6] a failure is told where it was asked for, and the draft is kept', async () => {
  const store = inMemoryRecordStore();
  const longTerm = createLongTermMemory({ ...OPTIONS, store });
  await told(longTerm, 'I like tea.');
  await show({ longTerm });
  await button('Correct: I like tea.').click();
  await press('I like mate.');
  vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('The disk is full.'));
  await button('Save').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('That did not work, and nothing was lost. The disk is full.');
  const field = page.getByRole('textbox', { name: 'What is right?' });
  await expect.element(field).toHaveValue('I like mate.');
  await button('Save').click();
  await expect.element(item('I like mate.')).toHaveFocus();
});

test('[RCT-6] a list that could not be read says so, and is read again', async () => {
  const store = inMemoryRecordStore();
  const longTerm = createLongTermMemory({ ...OPTIONS, store });
  await told(longTerm, 'I like tea.');
  // StrictMode mounts twice, and each reads.
  const broken = vi.spyOn(store, 'page').mockRejectedValue(new Error('No disk.'));
  await show({ longTerm });
  await expect.element(page.getByRole('alert')).toHaveTextContent('No disk.');
  broken.mockRestore();
  await button('Try again').click();
  await expect.element(item('I like tea.')).toBeVisible();
});

test('[RCT-6] further pages are shown and searched; the focus goes to the first memory that has come', async () => {
  const all = Array.from({ length: 45 }, (_, index) => `I like tea number ${index} best.`);
  await show({ longTerm: await knowing(...all) });
  await expect.poll(() => page.getByText(/^I like tea/u).elements().length).toBe(20);
  await button('Show more').click();
  await expect.element(item('number 24 best')).toHaveFocus();
  await page.getByRole('searchbox').fill('NUMBER 3 best');
  await expect.element(item('number 3 best')).toBeVisible();
  await page.getByRole('searchbox').fill('coffee');
  await expect
    .element(page.getByText('Nothing of what is remembered has these words.'))
    .toBeVisible();
});

test('[RCT-6] a person takes everything along as a file, and deletes everything after a question', async () => {
  const longTerm = await knowing('I like tea.', 'I prefer an aisle seat.');
  const files: Blob[] = [];
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return create(file);
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await show({ longTerm });
  await button('Download everything').click();
  await expect.element(status()).toHaveTextContent('Everything is in the file');
  expect(click).toHaveBeenCalledOnce();
  const again = createLongTermMemory(OPTIONS);
  await again.importLines((await files[0]?.text()) ?? '', { from: 'backup' });
  expect(await texts(again)).toEqual(await texts(longTerm));

  await button('Delete everything').click();
  await button('Delete for good').click();
  await expect.element(page.getByText('Nothing is remembered about you.')).toBeVisible();
  await expect.element(button('Delete everything')).toHaveFocus();
  expect(await texts(longTerm)).toEqual([]);
});

test('[LTM-12] [RCT-6] a person pauses and resumes their memory, and hears of a pause in another tab', async () => {
  const longTerm = await knowing('I like tea.');
  await show({ longTerm });
  await button('Pause memory').click();
  await expect.element(status()).toHaveTextContent('Paused.');
  await expect.element(page.getByText('Memory is paused: nothing you say')).toBeVisible();
  await expect.element(button('Resume memory')).toHaveFocus();
  await told(longTerm, 'I prefer an aisle seat.');
  expect(await texts(longTerm)).toEqual(['I like tea.']);
  await longTerm.resume();
  await expect.element(button('Pause memory')).toBeVisible();
  expect(await findings()).toEqual([]);
});

test('[RCT-6] an app says every text in its own words', async () => {
  const longTerm = await knowing('Ich mag Tee.');
  await show({ longTerm, texts: { title: 'Was weißt du über mich?', erase: 'Löschen' } });
  await expect
    .element(page.getByRole('heading', { name: 'Was weißt du über mich?' }))
    .toBeVisible();
  await expect.element(button('Löschen: Ich mag Tee.')).toBeVisible();
});

test('[DEV-10] [RCT-6] axe finds nothing in the list, a correction, a question and an origin, in either direction', async () => {
  const longTerm = await knowing(
    ...Array.from({ length: 21 }, (_, index) => `I like tea number ${index} best.`),
  );
  await show({ longTerm });
  await expect.element(item('number 20 best')).toBeVisible();
  expect(await findings()).toEqual([]);
  await button('Correct: I like tea number 20 best.').click();
  await button('Delete: I like tea number 19 best.').click();
  await page.getByText('Where this comes from').nth(2).click();
  await button('Delete everything').click();
  for (const dir of ['ltr', 'rtl']) {
    document.documentElement.dir = dir;
    expect(await findings()).toEqual([]);
  }
});
