import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { richSession } from '../testing/rich-session.ts';
import { tabChannel } from '../transport/channel.ts';
import { serveSource } from '../transport/serve-source.ts';
import { MemoryDevtoolsPage } from './devtools-page.tsx';

let root: Root;
let channelName: string;
let stops: (() => void)[];

beforeEach(async () => {
  await page.viewport(1_280, 800);
  document.title = 'Workshop';
  channelName = `page-${Math.random()}`;
  stops = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  root.unmount();
  for (const stop of stops) stop();
  document.body.replaceChildren();
});

function show(): void {
  root.render(
    <MemoryDevtoolsPage
      channel={tabChannel(channelName)}
      home={{ href: '/', title: 'Open the workshop' }}
      theme="light"
    />,
  );
}

/** As another tab of the origin would. */
function serve(name: string, memory = richSession().memory): () => void {
  const source = memorySource(memory, { name });
  const stop = serveSource(source, tabChannel(channelName));
  stops.push(stop);
  return stop;
}

const total = () => page.getByText('1,988 of 8,000 tokens · estimated');

test('[DEV-8] says what to do where no memory answers, and shows the first that does', async () => {
  show();
  await expect.element(page.getByRole('heading', { name: 'No memory answers yet' })).toBeVisible();
  await expect.element(page.getByText(location.origin)).toBeVisible();
  const home = page.getByRole('link', { name: 'Open the workshop' });
  await expect.element(home).toHaveAttribute('href', '/');
  const found = await axe.run(document);
  expect(found.violations.map(({ id }) => id)).not.toContain('color-contrast');
  serve('Support');
  await expect.element(total()).toBeVisible();
  await expect.element(page.getByText('Support · Workshop')).toBeVisible();
});

test('[DEV-8] attaches late, and asks for texts one by one', async () => {
  serve('Support');
  show();
  await expect.element(total()).toBeVisible();
  await page.getByRole('row', { name: /Which chains/ }).click();
  const detail = page.getByRole('region', { name: 'Details: Message #15' });
  await expect.element(detail.getByText('Which chains do you have for 11 speeds?')).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await expect.element(page.getByRole('row', { name: /WTU482KL/ })).toBeVisible();
});

test('[DEV-8] offers no action that changes the memory of another page, and says why', async () => {
  serve('Support');
  show();
  await expect
    .element(page.getByText(/Read-only: this memory belongs to another page/))
    .toBeVisible();
  await page.getByRole('tab', { name: /Compactions/ }).click();
  await expect.element(page.getByRole('article').first()).toBeVisible();
  for (const name of ['Preview compaction', 'Undo']) {
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  }
});

test('[DEV-8] several memories are chosen by name; one that goes stays on the screen and is said to be gone', async () => {
  const stop = serve('Support');
  show();
  await expect.element(total()).toBeVisible();
  serve('Research', new FixtureMemory());
  const choice = page.getByRole('combobox', { name: 'Memory that is shown' });
  await userEvent.selectOptions(choice, 'Research · Workshop');
  await expect.element(page.getByText('No context has been assembled yet')).toBeVisible();
  await userEvent.selectOptions(choice, 'Support · Workshop');
  await expect.element(total()).toBeVisible();
  // Its text comes by a request of its own, and would not come any more.
  const row = page.getByRole('row', { name: /Which chains/ });
  await expect.element(row).toBeVisible();
  stop();
  await expect.element(page.getByText(/was closed, or has stopped showing it/)).toBeVisible();
  await expect.element(page.getByText('ready', { exact: true })).not.toBeVisible();
  await expect.element(total()).toBeVisible();
  await row.click();
  await expect
    .element(page.getByText(/did not arrive: The page with this memory/).first())
    .toBeVisible();
  serve('Support');
  await expect.element(page.getByText(/was closed, or has stopped/)).not.toBeInTheDocument();
});
