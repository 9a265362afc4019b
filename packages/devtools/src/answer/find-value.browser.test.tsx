import { expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lostSession } from '../testing/lost-sessions.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { richSession } from '../testing/rich-session.ts';
import { BOOKING_NUMBER, timeSession } from '../testing/time-session.ts';

const panel = panelPerTest();
const answer = () => page.getByRole('region', { name: 'Where the value is' });

test('[DEV-13] a value is answered below the field, and its strip leads into the past and back', async () => {
  panel.show(await timeSession());
  await page.getByRole('searchbox').fill(BOOKING_NUMBER.toLowerCase());
  await expect.element(answer()).toHaveTextContent(/first said in #0/);
  await expect.element(answer()).toHaveTextContent(/seen by/);
  panel.shadow().querySelector<HTMLElement>('.value-strip')?.focus();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByText(/at call 1:/)).toHaveTextContent('verbatim in a message');
  await userEvent.keyboard('{Escape}');
  await expect.element(answer()).not.toHaveTextContent(/at call/);
});

test('[DEV-13] hostile and odd phrases are shown as text, and said to be nowhere', async () => {
  panel.show(await timeSession());
  for (const phrase of ['<img src=x onerror=alert(1)>', '.*+?(', '\u202e\u200bPAY', '👩‍👩‍👧é']) {
    await page.getByRole('searchbox').fill(phrase);
    await expect.element(answer()).toHaveTextContent(/Never said: no message/);
    expect(panel.shadow().querySelector('.value-answer img')).toBeNull();
  }
});

test('[DEV-13] a lost value is answered in a sentence, and nothing changes before its button is pressed', async () => {
  const session = await lostSession(4);
  expect(session.label).toBe('lost');
  panel.show(session.memory);
  await page.getByRole('searchbox').fill(session.value);
  await expect.element(answer()).toHaveTextContent(/Lost\. The user said it in #/);
  await expect.element(page.getByText(/keeps? it whole\.$/)).toBeVisible();
  expect(session.memory.notes.all()).toEqual({});
  await page.getByRole('button', { name: /^Pin #\d+$/ }).click();
  await expect.element(page.getByText('Done: the next context has it.')).toBeVisible();
  await session.assemble();
  await expect.element(answer()).toHaveTextContent(/In the context: in the section of notes/);
});

test('[DEV-13] a source that cannot trace says so', async () => {
  panel.show(await timeSession(), {
    sourceOf: (source) => ({
      ...source,
      trace: () => Promise.reject(new Error('The page with this memory has no `trace`.')),
    }),
  });
  await page.getByRole('searchbox').fill('Porto');
  await expect
    .element(page.getByText(/^Where this value was cannot be told: The page with/))
    .toBeVisible();
});

test('[DEV-13] keys step through what was found, and Escape gives the focus back to the list', async () => {
  panel.show(await timeSession());
  const field = page.getByRole('searchbox');
  const selected = page.getByRole('row', { selected: true });
  await field.fill('Porto');
  await expect.element(page.getByText(/^\d+ matches$/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(selected).toBeVisible();
  const first = selected.element().textContent;
  await userEvent.keyboard('{Enter}');
  await expect.element(selected).not.toHaveTextContent(first);
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(selected).toHaveTextContent(first);
  expect(panel.focused()?.tagName).toBe('INPUT');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(panel.focused()?.getAttribute('role')).toBe('treegrid');
});

test('[DEV-13] the message that said it first is selected, and the search continues', async () => {
  panel.show(await timeSession());
  await page.getByRole('searchbox').fill(BOOKING_NUMBER);
  await page.getByRole('button', { name: 'first said in #0' }).click();
  await expect.element(page.getByRole('region', { name: 'Details: Message #0' })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).toHaveValue(BOOKING_NUMBER);
});

test('[DEV-13] a kept value is looked for in the context, by its button and by a key', async () => {
  panel.show(richSession().memory);
  for (const look of [
    () => page.getByRole('button', { name: 'Find WTU482KL in the context' }).click(),
    async () => {
      await page.getByRole('row', { name: /WTU482KL/ }).click();
      await userEvent.keyboard('f');
    },
  ]) {
    await page.getByRole('tab', { name: 'Values' }).click();
    await look();
    await expect.element(page.getByRole('searchbox')).toHaveValue('WTU482KL');
    await expect.poll(() => panel.focused()?.tagName).toBe('INPUT');
    await expect.element(answer()).toBeVisible();
  }
});

test(`[DEV-13] collected hostile phrases are shown as text${inject('needsHostileStrings')}`, async ({
  skip,
}) => {
  const collected: readonly string[] = JSON.parse(decodeURIComponent(inject('hostileStrings')));
  skip(collected.length === 0);
  const alerted = vi.spyOn(window, 'alert').mockReturnValue(undefined);
  panel.show(richSession().memory);
  for (const phrase of collected.slice(0, 20)) {
    await page.getByRole('searchbox').fill(phrase);
    await expect.element(answer()).toBeVisible();
  }
  expect(alerted).not.toHaveBeenCalled();
  expect(panel.shadow().querySelectorAll('.value-answer :is(img, script, iframe)')).toHaveLength(0);
});
