import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { runSession } from '../testing/run-session.ts';

const panel = panelPerTest();
const list = () => page.getByRole('grid', { name: 'Checkpoints, newest first' });
const goingOn = () => page.getByRole('region', { name: 'How the session would continue' });
const milestone = () => list().getByRole('row', { name: /milestone Six days planned/ });

async function shownSession() {
  const session = await runSession();
  const { memory, runs, checkpoints } = session;
  panel.show(memory, { runs, checkpoints, nowMs: Date.now });
  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('radio', { name: 'Checkpoints' }).click();
  return session;
}

test('[CKP-1] checkpoints are listed newest first, with step, kind, name, place and overlays', async () => {
  const { checkpoints } = await shownSession();
  const kept = checkpoints.list();
  await expect.element(list()).toHaveAttribute('aria-rowcount', String(kept.length + 1));
  await expect.element(list().getByRole('row').nth(1)).toHaveTextContent(/^12reply.*#23/);
  const { overlayVersion } = kept.find(({ kind }) => kind === 'milestone') ?? {};
  await expect
    .element(milestone())
    .toHaveTextContent(new RegExp(`after message #19.*${overlayVersion}$`));
});

test('[CKP-1] resuming is told as it would go, and told again as the session continues', async () => {
  const { say, memory } = await shownSession();
  await expect.element(goingOn()).toHaveTextContent('Nothing more is to be done');
  await say('And the way back?');
  await expect.element(goingOn()).toHaveTextContent('The model is to be asked');
  const called = { name: '<b>book</b>', arguments: '{}' };
  await memory.append({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'b1', type: 'function', function: called }],
  });
  await expect
    .element(goingOn())
    .toHaveTextContent('1 call never began, and can be run: <b>book</b>.');
  expect(panel.shadow().querySelector('.catalog b')).toBeNull();
});

test('[CKP-1] a branch is asked for, made and told; staying changes nothing', async () => {
  const { memory } = await shownSession();
  await milestone().click();
  const before = memory.getState().headId;
  await page.getByRole('button', { name: 'Branch from here …' }).click();
  await expect
    .element(page.getByRole('group', { name: 'Branch from this checkpoint?' }))
    .toHaveTextContent('The conversation continues after message #19');
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(memory.getState().headId).toBe(before);
  expect(panel.focused()?.textContent).toBe('Branch from here …');
  await page.getByRole('button', { name: 'Branch from here …' }).click();
  await page.getByRole('button', { name: 'Branch from it' }).click();
  await expect
    .element(page.getByText('The conversation continues after message #19.', { exact: false }))
    .toBeVisible();
  expect(memory.getState().entries).toBe(20);
  await expect.element(list().getByRole('row').nth(1)).toHaveTextContent('another branch');
});

test('[CKP-1] a branch that cannot be made is told, and nothing is changed', async () => {
  const { memory } = await shownSession();
  await milestone().click();
  await page.getByRole('button', { name: 'Branch from here …' }).click();
  await memory.dispose();
  await page.getByRole('button', { name: 'Branch from it' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Branch from it' }))
    .toHaveTextContent(/^Nothing was changed: .+Branch from here …$/);
});

test('[DEV-10] by keys alone: to a checkpoint, to its message', async () => {
  await shownSession();
  await list().getByRole('row').nth(1).click();
  await userEvent.keyboard('{Enter}');
  expect(panel.focused()?.getAttribute('aria-label')).toBe('The checkpoint');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('region', { name: 'Details: Message #23' }))
    .toHaveTextContent('You asked where order ZFA04Y is.');
});

test('[CKP-1] a session with one of both shows its list alone', async () => {
  const { memory, runs, checkpoints } = await runSession();
  panel.show(memory, { runs, nowMs: Date.now });
  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect.element(page.getByRole('grid', { name: 'Runs, newest first' })).toBeVisible();
  expect(page.getByRole('radio', { name: 'Checkpoints' }).query()).toBeNull();
  panel.remove();
  panel.show(memory, { checkpoints, nowMs: Date.now });
  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect.element(page.getByRole('heading', { name: /killed now/ })).toBeVisible();
});
