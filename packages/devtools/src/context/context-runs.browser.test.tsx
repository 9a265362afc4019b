import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { runSession } from '../testing/run-session.ts';

const panel = panelPerTest();
const run = (number: number) => page.getByRole('row', { name: new RegExp(`^Run ${number} `) });
const message = (name: RegExp) => page.getByRole('row', { name });

async function shownSession() {
  const session = await runSession();
  // Under strip, map and bar, high enough for every row to be drawn.
  await page.viewport(1_280, 1_000);
  panel.show(session.memory, { runs: session.runs, nowMs: Date.now, heightPixels: 960 });
  return session;
}

test('[RUN-1] sent messages stand under their runs, with request, steps and tokens', async () => {
  await shownSession();
  await expect
    .element(run(10))
    .toHaveTextContent(/Run 10What did I ask you first\?2 steps, 4 messagesopen≈?\d+/);
  await expect.element(run(10)).toHaveAttribute('aria-expanded', 'true');
  await expect.element(run(10)).toHaveAttribute('aria-level', '2');
  await expect.element(run(1)).toHaveTextContent('2 steps, 1 of 4 messages');
  await expect.element(message(/^23 assistant/)).toHaveAttribute('aria-level', '3');
});

test('[DEV-10] a run folds and opens by the pointer and by keys', async () => {
  await shownSession();
  await run(9).click();
  run(9).element().querySelector<HTMLElement>('.open-mark')?.click();
  await expect.element(run(9)).toHaveAttribute('aria-expanded', 'false');
  await expect.element(message(/^18 user/)).not.toBeInTheDocument();
  await expect.element(page.getByText('2 rows closed')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(message(/^18 user/)).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(message(/^19 assistant/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(run(9)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(run(9)).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Enter}');
  expect(panel.focused()?.getAttribute('aria-label')).toBe('The run');
});

test('[RUN-1] the switch takes the headings away and brings them back', async () => {
  await shownSession();
  const byRun = page.getByRole('checkbox', { name: 'By run' });
  await byRun.click();
  await expect.element(run(9)).not.toBeInTheDocument();
  await expect.element(message(/^18 user/)).toHaveAttribute('aria-level', '2');
  await byRun.click();
  await expect.element(run(9)).toBeVisible();
});

test('[RUN-1] a search finds what stands in a folded run', async () => {
  await shownSession();
  await run(9).click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(run(9)).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('searchbox', { name: 'Find in the messages' }).fill('Plan day 6');
  await expect.element(message(/^18 user/)).toBeVisible();
});

test('[BLK-1] what was recalled says so, and leads to its original', async () => {
  await shownSession();
  const result = message(/^22 tool recalled/);
  await result.getByRole('button', { name: 'Go to the original, message #0' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Details: Message #0' }))
    .toHaveTextContent('Where is order ZFA04Y?');
  await result.click();
  const section = page.getByRole('region', { name: 'Recalled' });
  await expect.element(section).toHaveTextContent('recall brought back, to the letter:Message #0');
});

test('[BLK-1] an original that has left is shown in the range that it left with', async () => {
  const { memory, look } = await shownSession();
  await look('search_session', { query: 'Ghent train IC 1538' });
  await memory.assemble();
  await run(10).click();
  await userEvent.keyboard('{End}');
  await message(/^25 tool recalled/).click();
  await page
    .getByRole('list', { name: 'Originals' })
    .getByRole('button', { name: 'Message #3' })
    .click();
  await expect
    .element(page.getByRole('region', { name: 'Details: Message #3' }))
    .toHaveTextContent(/summarised.*left Ghent on Monday/);
  await expect.element(message(/^3 assistant/)).toHaveAttribute('aria-selected', 'true');
});

test('[CMP-9] what left and what was shortened names the call that brings it back', async () => {
  await shownSession();
  await page.getByRole('radio', { name: /Everything considered/ }).click();
  const range = page.getByRole('row', { name: /14 messages summarised/ });
  await expect.element(range).toHaveTextContent('#1–#14, runs 1–7 · recall({"from":1,"to":14})');
  await range.click();
  await expect
    .element(page.getByText('The model brings them back whole with'))
    .toHaveTextContent('recall({"from":1,"to":14})');
});

test('[BLK-1] a result of another tool that reads like a quotation is not called recalled', async () => {
  const { memory, use } = await shownSession();
  const [recalled] = memory.entries({ fromSeq: 22, toSeq: 23 });
  const part = recalled?.message.parts[0];
  if (part?.type !== 'tool-result') throw new Error('The recall has a result.');
  await use('read_page', {}, part.text);
  await memory.assemble();
  await run(10).click();
  await userEvent.keyboard('{End}');
  await expect.element(message(/^25 tool Quoted from/)).toBeVisible();
  expect(panel.shadow().querySelectorAll('.rows [data-recalled]')).toHaveLength(1);
});

test('[DEV-10] 100,000 messages in 20,000 runs keep the document small, opened and folded', async () => {
  const entries = Array.from({ length: 100_000 }, (_, seq) =>
    anEntry(seq, aMessage(seq % 5 === 0 ? 'user' : 'assistant', `message ${seq}`)),
  );
  const plan = aPlan(entries.map((entry) => anItem(entry, 'working')));
  const outlines = Array.from({ length: 20_000 }, (_, at) => ({
    ...{ number: at + 1, fromSeq: at * 5, toSeq: at * 5 + 5 },
    ...{ steps: 4, isClosed: at < 19_999 },
  }));
  const runs = {
    runs: () => outlines,
    request: (number: number) => `Request ${number}`,
    block: () => undefined,
    setTitle: async () => undefined,
  };
  panel.show(new FixtureMemory({ plan, entries }), { runs });
  const list = page.getByRole('treegrid');
  await expect.element(list).toHaveAttribute('aria-rowcount', '120002');
  await run(1).click();
  await userEvent.keyboard('{End}');
  await expect.element(message(/^99,?999 /)).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(list).toHaveAttribute('aria-rowcount', '119997');
  await expect.element(run(20_000)).toHaveAttribute('aria-expanded', 'false');
  expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(1_500);
});
