import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { richSession } from '../testing/rich-session.ts';
import { strictFrame } from '../testing/strict-frame.ts';
import { mountPanel } from './mount-panel.tsx';

test('[DEV-9] is drawn with its styles under a policy that allows none', async () => {
  const frame = await strictFrame();
  const host = frame.contentDocument?.querySelector('div');
  if (!host) throw new Error('The frame has its element.');
  const violations: string[] = [];
  frame.contentDocument?.addEventListener('securitypolicyviolation', (event) =>
    violations.push(event.violatedDirective),
  );
  const panel = mountPanel(host);
  panel.draw({ source: memorySource(richSession().memory), theme: 'dark' });
  const styleOf = (selector: string) => {
    const element = host.shadowRoot?.querySelector(selector);
    return element && frame.contentWindow?.getComputedStyle(element);
  };
  await expect.poll(() => styleOf('.bar')?.display).toBe('flex');
  expect(styleOf('.panel')?.backgroundColor).toBe('rgb(20, 22, 27)');
  expect(violations).toEqual([]);
  panel.unmount();
  await expect.poll(() => host.shadowRoot?.childElementCount).toBe(0);
  frame.remove();
});

test('[DEV-9] styles neither leave the panel nor come in', async () => {
  const host = document.createElement('div');
  const neighbour = document.createElement('p');
  neighbour.className = 'quiet tag';
  const style = document.createElement('style');
  style.textContent = '* { letter-spacing: 9px !important } .bar { display: none !important }';
  document.body.append(style, neighbour, host);
  const before = getComputedStyle(neighbour).borderTopStyle;
  const panel = mountPanel(host);
  panel.draw({ source: memorySource(richSession().memory), theme: 'light' });
  const bar = () => host.shadowRoot?.querySelector('.bar');
  await expect.poll(() => bar() !== null && bar() !== undefined).toBe(true);
  const drawn = bar();
  expect(drawn && getComputedStyle(drawn).display).toBe('flex');
  expect(getComputedStyle(neighbour).borderTopStyle).toBe(before);
  panel.unmount();
  for (const element of [host, neighbour, style]) element.remove();
});

/** A source as it would be for a memory in another window: every answer comes later. */
function farSource(near: DevtoolsSource): DevtoolsSource {
  return {
    ...near,
    sentMessage: async (itemId) => near.sentMessage(itemId),
    entry: async (seq) => near.entry(seq),
    entryById: async (entryId) => near.entryById(entryId),
    explain: async (entryId) => near.explain(entryId),
    find: async (phrase, scope) => near.find(phrase, scope),
    contextIn: async (format) => near.contextIn(format),
    archived: async () => near.archived(),
    lostValues: async (compactionId) => near.lostValues(compactionId),
  };
}

function drawn(source: DevtoolsSource): () => void {
  const host = document.createElement('main');
  host.style.height = '700px';
  document.body.append(host);
  const panel = mountPanel(host);
  panel.draw({ source, theme: 'light' });
  return () => {
    panel.unmount();
    host.remove();
  };
}

test('[DEV-8] a source whose answers come later is drawn the same', async () => {
  const remove = drawn(farSource(memorySource(richSession().memory)));
  await page.getByRole('row', { name: /Which chains do you have/ }).click();
  const detail = page.getByRole('region', { name: 'Details: Message #15' });
  await expect.element(detail.getByText('Which chains do you have for 11 speeds?')).toBeVisible();
  await page.getByRole('searchbox').fill('bottom bracket');
  await expect.element(page.getByText('2 matches')).toBeVisible();
  remove();
});

test('[DEV-8] an answer that is refused is told in words', async () => {
  const source = memorySource(richSession().memory);
  const sentMessage = () => Promise.reject(new Error('the other window was closed'));
  const remove = drawn({ ...source, sentMessage });
  await page.getByRole('row', { name: /^15/ }).click();
  await expect.element(page.getByText(/did not arrive: the other window/)).toBeVisible();
  remove();
});

test('[DEV-8] an answer to a question that is no longer asked changes nothing', async () => {
  const source = memorySource(richSession().memory);
  const answers = new Map<string, () => void>();
  const find: DevtoolsSource['find'] = (phrase, scope) =>
    new Promise((resolve) => answers.set(phrase, () => resolve(source.find(phrase, scope))));
  const remove = drawn({ ...source, find });
  await page.getByRole('searchbox').fill('chain');
  await expect.poll(() => answers.has('chain')).toBe(true);
  await page.getByRole('searchbox').fill('bottom bracket');
  await expect.poll(() => answers.has('bottom bracket')).toBe(true);
  answers.get('bottom bracket')?.();
  await expect.element(page.getByText('2 matches')).toBeVisible();
  answers.get('chain')?.();
  // Two frames: by then a late answer that had won would be on the screen.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  await expect.element(page.getByText('2 matches')).toBeVisible();
  remove();
});
