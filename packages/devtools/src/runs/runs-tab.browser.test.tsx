import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { realSession } from '../testing/real-session.ts';
import { HOSTILE_REQUEST, RTL_REQUEST, runSession } from '../testing/run-session.ts';

const panel = panelPerTest();
const openRuns = () => page.getByRole('tab', { name: 'Runs' }).click();
const list = () => page.getByRole('grid', { name: 'Runs, newest first' });
const line = () => page.getByRole('region', { name: 'Line' });

async function shownSession(options?: Parameters<typeof runSession>[0]) {
  const session = await runSession(options);
  panel.show(session.memory, { runs: session.runs, nowMs: Date.now });
  return session;
}

test('[BLK-1] runs are listed newest first, with request, line, author, steps and tokens', async () => {
  await shownSession();
  await openRuns();
  await expect.element(list()).toHaveAttribute('aria-rowcount', '11');
  const [newest, ninth] = [list().getByRole('row').nth(1), list().getByRole('row').nth(2)];
  await expect.element(newest).toHaveTextContent(/^10What did I ask you first\?.*open2 steps/);
  await expect
    .element(ninth)
    .toHaveTextContent(/^9Plan day 6 in Porto.*extractive1 step≈\d+ tokens$/);
});

test('[BLK-1] a title is set by hand, changed and taken away, and each is told', async () => {
  const { runs } = await shownSession();
  await openRuns();
  await list().getByRole('row').nth(2).click();
  await expect.element(line()).toHaveTextContent('made of sentences of the block itself');
  await page.getByRole('button', { name: 'Set a title …' }).click();
  await userEvent.keyboard('Day six ?{Enter}');
  await expect.element(line()).toHaveTextContent(/Day six \?.*set by hand/);
  await expect.element(list().getByRole('row').nth(2)).toHaveTextContent('Day six ?title');
  expect(runs.block(9)).toMatchObject({ summary: 'Day six ?', summaryBy: 'title' });
  await page.getByRole('button', { name: 'Change the title …' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Take the title away' }).click();
  await expect.element(line()).toHaveTextContent('extractive');
  expect(runs.block(9)?.summaryBy).toBe('extractive');
});

test('[BLK-1] a title that cannot be set is told, and the line stays', async () => {
  const { memory } = await shownSession();
  await openRuns();
  await list().getByRole('row').nth(2).click();
  await page.getByRole('button', { name: 'Set a title …' }).click();
  await memory.dispose();
  await userEvent.keyboard('Too late{Enter}');
  await expect.element(line()).toHaveTextContent(/The line was not changed: .+/);
});

test('[BLK-1] the provider’s usage stands beside our tokens, and the messages are a press away', async () => {
  await shownSession();
  await openRuns();
  await list()
    .getByRole('row', { name: /Plan day 6/ })
    .click();
  await expect
    .element(page.getByRole('region', { name: 'Tokens' }))
    .toHaveTextContent(/≈\d+ tokens of its messages, estimated\. ?The provider reported no usage/);
  await expect.element(page.getByText('recall({"block":9})')).toBeVisible();
  await page.getByRole('button', { name: 'Go to message #18' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Details: Message #18' }))
    .toHaveTextContent('Plan day 6');
});

test('[DEV-9] requests are shown as letters, whatever they hold and whichever way they run', async () => {
  await shownSession();
  await openRuns();
  for (const [name, text] of [
    [/img src=x/, HOSTILE_REQUEST],
    [/ZFA04Y؟/, RTL_REQUEST],
  ] as const) {
    await list().getByRole('row', { name }).click();
    const said = page.getByRole('region', { name: 'Request' });
    await expect.element(said).toHaveTextContent(text.slice(0, 20));
  }
  expect(panel.shadow().querySelector('img')).toBeNull();
  expect('hostileRan' in globalThis).toBe(false);
});

test('[DEV-10] by keys alone: to a run, to its details, to its title and back', async () => {
  await shownSession();
  await openRuns();
  await list().getByRole('row').nth(1).click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('region', { name: 'The run' })).toBeVisible();
  expect(panel.focused()?.getAttribute('aria-label')).toBe('The run');
  await userEvent.tab();
  expect(panel.focused()?.textContent).toBe('Set a title …');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  expect(panel.focused()?.tagName).toBe('INPUT');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('textbox', { name: 'Title' })).not.toBeInTheDocument();
  expect(panel.focused()?.textContent).toBe('Set a title …');
  await userEvent.keyboard('{Escape}');
  expect(panel.focused()).toBe(list().element());
});

test('[RUN-1] without runs and checkpoints there is no such tab', async () => {
  panel.show(await realSession(), { nowMs: Date.now });
  await expect.element(page.getByRole('tab', { name: 'Log' })).toBeVisible();
  expect(page.getByRole('tab', { name: 'Runs' }).query()).toBeNull();
});

test('[RUN-1] a run that begins while the panel is open is listed, and one that ends becomes a block', async () => {
  const { runs, say } = await shownSession();
  await openRuns();
  await expect.element(list()).toHaveAttribute('aria-rowcount', '11');
  await runs.endRun();
  await expect.element(list().getByRole('row').nth(1)).toHaveTextContent('extractive');
  await say('And now?');
  await expect.element(list()).toHaveAttribute('aria-rowcount', '12');
});
