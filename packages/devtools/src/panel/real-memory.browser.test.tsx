import type { AgentMemory } from '@agent-memory/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { realSession } from '../testing/real-session.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.tsx';

let panel: RenderedPanel | undefined;
let memory: AgentMemory;

beforeEach(async () => {
  await page.viewport(1_280, 800);
  memory = await realSession();
  panel = renderPanel(memory, { nowMs: Date.now });
});

afterEach(async () => {
  panel?.remove();
  panel = undefined;
  await memory.dispose();
});

const articles = () => page.getByRole('article');
const preview = () => page.getByRole('region', { name: 'Preview of a compaction' });
const scheduleLine = () =>
  page.getByRole('definition').filter({ hasText: /^(Next compaction at|The next call compacts) / });

test('[DEV-1] [BUD-2] a real memory says when it compacts next, with figures', async () => {
  await page.getByRole('button', { name: 'Outlook' }).click();
  await expect.element(scheduleLine()).toHaveTextContent(/[\d,]+ of [\d,]+/);
  await expect.element(page.getByText(/\d kept · [\d,]+ lost · [\d,]+ new/)).toBeVisible();
});

test('[DEV-4] [CMP-12] a real memory is previewed, compacted and taken back, and each says so', async () => {
  const { compactions } = memory.getState();
  expect(compactions.length).toBeGreaterThan(0);
  await expect.element(scheduleLine()).toBeVisible();
  await page.getByRole('button', { name: 'Outlook' }).click();
  await expect.element(page.getByText(/in the next call/)).not.toBeInTheDocument();
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await expect
    .element(articles().first())
    .toHaveTextContent(/auto · [a-z ]+ · [\d,]+ → [\d,]+ tokens/);

  const before = memory.getState();
  await page.getByRole('button', { name: 'Preview compaction' }).click();
  await expect.element(preview()).toHaveTextContent(/Would leave: \d+ messages/);
  expect(memory.getState()).toBe(before);

  await preview().getByRole('button', { name: 'Compact now' }).click();
  await expect.element(articles().first()).toHaveTextContent(/^manual · /);
  expect(memory.getState().compactions).toHaveLength(compactions.length + 1);

  await articles().first().getByRole('button', { name: 'Undo' }).click();
  await expect.element(articles().first()).toHaveTextContent(/^undo · .* messages back/);
  await expect.element(articles().nth(1)).toHaveTextContent('undone');
  await page.getByRole('tab', { name: 'Context' }).click();
  await expect.element(page.getByText('A compaction or an undo: in the next call.')).toBeVisible();
  await memory.assemble();
  await expect.element(scheduleLine()).toHaveTextContent('A compaction was undone');
});

test('[CMP-11] the value index of a real memory is listed, and leads to its messages', async () => {
  await page.getByRole('tab', { name: 'Values' }).click();
  await expect
    .element(page.getByRole('region', { name: 'What stands for the messages out of context' }))
    .toHaveTextContent(/[\d,]+ tokens stand for \d+ messages/);
  const archived = await memory.archived();
  await expect
    .element(page.getByRole('grid'))
    .toHaveAttribute('aria-rowcount', String((archived?.values.length ?? 0) + 1));
  const first = archived?.values[0];
  await page
    .getByRole('row', { name: new RegExp(`^1 ${first?.text} `) })
    .getByRole('button', { name: /^Go to message/ })
    .click();
  await expect
    .element(page.getByRole('region', { name: `Details: Message #${first?.lastSeq}` }))
    .toHaveTextContent(first?.text ?? 'no value');
});
