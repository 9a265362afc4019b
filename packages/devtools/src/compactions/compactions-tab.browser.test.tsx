import { fixedBudget } from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { realSession } from '../testing/real-session.ts';
import type { RenderedPanel } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';

const panel = panelPerTest();

async function show(memory: FixtureMemory, widthPixels = 1_200): Promise<RenderedPanel> {
  const rendered = panel.show(memory, { widthPixels });
  await page.getByRole('tab', { name: /Compactions/ }).click();
  return rendered;
}

const { focused } = panel;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'Preview of a compaction' });
const newest = () => page.getByRole('article').first();

test('[DEV-4] [CMP-14] a compaction tells its reason, its price and that it was prepared', async () => {
  await show(richSession().memory);
  await expect
    .element(newest().getByRole('heading', { level: 2 }))
    .toHaveTextContent(
      'auto · growth due · 7,391 → 1,742 tokens (4.2×) · 14 messages out of context · extractive · 3 ms',
    );
  await expect.element(newest().getByText('prepared ahead')).toBeVisible();
  await expect
    .element(newest().getByRole('list', { name: 'Stages' }))
    .toHaveTextContent(/shortened.*out of context.*summarised/);
  await expect.element(newest().getByText('1,190 cached tokens to be read again')).toBeVisible();
});

test('[DEV-4] [CMP-11] the values that were lost are counted, and listed when they are asked for', async () => {
  const rendered = await show(richSession().memory);
  await newest().getByText('3 values lost').click();
  await expect.element(newest().getByText('uploads/cassette-front.jpg')).toBeVisible();
  const listed = [...rendered.shadow().querySelectorAll('.value-chips code')];
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    'DT Swiss 350',
    '0.9',
    'uploads/cassette-front.jpg',
  ]);
});

test('[DEV-4] the summary stands beside its sources', async () => {
  await show(richSession().memory);
  await newest().getByText('Summary beside its sources').click();
  const summary = newest().getByRole('region', { name: 'Summary' });
  const sources = newest().getByRole('region', { name: 'Sources' });
  await expect.element(summary).toHaveTextContent('R-20418');
  await expect
    .element(sources.getByRole('button', { name: 'Message #1', exact: true }))
    .toBeVisible();
  await sources.getByRole('button', { name: 'Show 6 more messages' }).click();
  await expect.element(sources).toHaveTextContent('240 EUR');
});

test('[DEV-4] [CMP-12] a preview shows what a compaction would do, and nothing changes', async () => {
  const { memory } = richSession();
  await show(memory);
  const before = memory.getState();
  await button('Preview compaction').click();
  await expect
    .element(preview().getByText('1,988 → 1,504 tokens (1.3×) · 4 messages'))
    .toBeVisible();
  await expect.element(preview().getByText('4 messages #15–#18')).toBeVisible();
  await expect.element(preview().getByText('2 values lost')).toBeVisible();
  await expect.element(preview().getByText(/Chains for 11 speeds: chain-102/)).toBeVisible();
  await expect
    .element(preview().getByText('Only thought through: nothing has changed.'))
    .toBeVisible();
  expect(memory.getState()).toBe(before);
  expect(focused()?.className).toBe('preview');
});

test('[DEV-10] Escape closes the preview and the focus comes back to its button', async () => {
  await show(richSession().memory);
  await button('Preview compaction').click();
  await expect.element(preview()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(preview()).not.toBeInTheDocument();
  expect(focused()?.textContent).toBe('Preview compaction');
});

test('[DEV-4] [CMP-12] compacting from the preview adds a record, and keys alone do all of it', async () => {
  await show(richSession().memory);
  panel.shadow().querySelector<HTMLElement>('.preview-bar button')?.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(preview()).toBeVisible();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  for (let stops = 0; stops < 12 && focused()?.textContent !== 'Compact now'; stops += 1) {
    await userEvent.keyboard('{Tab}');
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Compacted; the record is the first below.')).toBeVisible();
  await expect
    .element(newest().getByRole('heading', { level: 2 }))
    .toHaveTextContent('manual · 25 % · 1,988 → 1,504 tokens');
  expect(focused()?.textContent).toBe('Preview compaction');
});

test('[DEV-4] a preview with nothing to gain says so', async () => {
  const { plan } = richSession();
  await show(new FixtureMemory({ plan }));
  await button('Preview compaction').click();
  await expect.element(page.getByText(/^Nothing to gain/)).toBeVisible();
});

test('[DEV-4] a preview that fails says what happened, and that nothing was lost', async () => {
  const { memory } = richSession();
  await show(
    Object.assign(memory, { previewCompaction: () => Promise.reject(new Error('no part')) }),
  );
  await button('Preview compaction').click();
  await expect
    .element(page.getByText('It did not work, and nothing was lost: no part'))
    .toBeVisible();
});

test('[DEV-8] a preview that takes its time can be given up, and its late answer changes nothing', async () => {
  const { memory } = richSession();
  const near = await memory.previewCompaction();
  let answer = (_: typeof near): void => undefined;
  const signals: AbortSignal[] = [];
  const previewCompaction = (options: { signal: AbortSignal }) => {
    signals.push(options.signal);
    return new Promise<typeof near>((resolve) => {
      answer = resolve;
    });
  };
  await show(Object.assign(memory, { previewCompaction }));
  await button('Preview compaction').click();
  await button('Cancel').click();
  expect(signals[0]?.aborted).toBe(true);
  expect(focused()?.textContent).toBe('Preview compaction');
  answer(near);
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  await expect.element(preview()).not.toBeInTheDocument();
});

test('[DEV-4] a preview says when the conversation has gone on since', async () => {
  const { memory } = richSession();
  await show(memory);
  await button('Preview compaction').click();
  await expect.element(preview()).toBeVisible();
  memory.setState({ entries: 27 });
  await expect.element(preview().getByText(/has gone on since/)).toBeVisible();
});

test('[DEV-4] [CMP-12] an undo is a record of its own, and what was undone cannot be undone again', async () => {
  await show(richSession().memory);
  await newest().getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(newest().getByRole('heading', { level: 2 }))
    .toHaveTextContent('undo · 1,742 → 7,391 tokens · 14 messages back');
  const undone = page.getByRole('article').nth(1);
  await expect.element(undone.getByText('undone', { exact: true })).toBeVisible();
  const undo = undone.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  await expect.element(undo).toHaveAccessibleDescription('Undone already.');
  expect(focused()?.textContent).toBe('Undo');
  await userEvent.keyboard('{Enter}');
  await expect.element(undone.getByRole('status')).toHaveTextContent('Undone already.');
});

test('[DEV-4] [CMP-12] an undo that the next call would compact again asks first, with the sum', async () => {
  const { memory, plan } = richSession();
  await show(memory);
  memory.assemble({ ...plan, totalTokens: 4_474 });
  const undo = newest().getByRole('button', { name: 'Undo', exact: true });
  await expect.element(undo).toHaveAccessibleDescription(/^Needs about 10,123 of 8,000 tokens/);
  await undo.click();
  await expect
    .element(newest())
    .toHaveTextContent(/The app decides the budget: with [\d,]+ input tokens/);
  expect(focused()?.textContent).toBe('Leave it compacted');
  await userEvent.keyboard('{Escape}');
  expect(focused()?.textContent).toBe('Undo');
  expect(button('Leave it compacted').query()).toBeNull();
  await userEvent.keyboard('{Enter}{Tab}{Enter}');
  await expect.element(newest().getByRole('heading', { level: 2 })).toHaveTextContent(/^undo · /);
});

test('[DEV-4] [CMP-12] “Raise and undo” raises the budget of the real memory, and nothing has left any more', async () => {
  const memory = await realSession();
  onTestFinished(() => memory.dispose());
  const source = memorySource(memory, {
    setBudget: async (inputTokens) => {
      memory.configure({ budget: fixedBudget(inputTokens) });
      await memory.assemble();
    },
  });
  panel.show(memory, { sourceOf: () => source });
  await page.getByRole('tab', { name: /Compactions/ }).click();
  const lowTokens = memory.getState().plan?.budget.inputTokens;
  const undo = newest().getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  const asked = /Raise the budget to ([\d,]+) and undo\?/;
  await expect.element(newest()).toHaveTextContent(asked);
  const figure = asked.exec(newest().element().textContent)?.[1];
  await button('Raise and undo').click();
  await expect.element(undo).toHaveAccessibleDescription(/^Made under other settings/);
  expect(focused()?.textContent).toBe('Undo');
  expect(button('Raise and undo').query()).toBeNull();
  const { plan } = memory.getState();
  expect(plan?.ranges).toEqual([]);
  expect(plan?.budget.inputTokens.toLocaleString('en-US')).toBe(figure);
  expect(plan?.budget.inputTokens).toBeGreaterThan(lowTokens ?? Number.POSITIVE_INFINITY);
  const said = [...panel.shadow().querySelectorAll('.left-ranges li')];
  expect(said.length).toBeGreaterThan(0);
  for (const { textContent } of said) expect(textContent).toContain('back in the context since');
});

test('[DEV-4] an undo is not counted among the compactions', async () => {
  await show(richSession().memory);
  const tab = page.getByRole('tab', { name: /Compactions/ });
  await expect.element(tab).toHaveTextContent('Compactions2');
  await newest().getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('article').nth(2)).toBeVisible();
  await expect.element(tab).toHaveTextContent('Compactions2');
});

test('[DEV-4] an undo that is refused says why', async () => {
  const { memory } = richSession();
  const reason = 'The compaction was not taken back, nothing was changed: nothing of it is left.';
  await show(Object.assign(memory, { undoCompaction: () => Promise.reject(new Error(reason)) }));
  await newest().getByRole('button', { name: 'Undo' }).click();
  await expect.element(newest().getByText(reason)).toBeVisible();
});

test('[DEV-4] [CMP-6] the breaker and the summariser say what they are doing, and nothing while both are idle', async () => {
  const { memory } = richSession();
  await show(memory);
  await expect.element(button('Preview compaction')).toBeVisible();
  expect(page.getByText('Summariser', { exact: true }).query()).toBeNull();
  memory.setState({
    summary: { status: 'prepared', coversEntries: 14, name: 'webllm' },
    breaker: {
      status: 'open',
      failures: 3,
      openedAtMs: FIXTURE_NOW_MS,
      retryAtMs: FIXTURE_NOW_MS + 300_000,
    },
  });
  await expect.element(page.getByText('webllm, prepared for 14 messages')).toBeVisible();
  await expect.element(page.getByText(/^Open until \d\d:\d5$/)).toBeVisible();
  await expect
    .element(page.getByText(/no model is asked; compaction continues without one/))
    .toBeVisible();
});

test('[DEV-10] nothing of the compactions sticks out at 320 pixels', async () => {
  const rendered = await show(richSession().memory, 320);
  await button('Preview compaction').click();
  await expect.element(preview()).toBeVisible();
  for (const element of rendered
    .shadow()
    .querySelectorAll('.head, .compactions, .preview, .stages')) {
    expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth);
  }
});
