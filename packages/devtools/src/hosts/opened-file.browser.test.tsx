import { createAgentMemory, headTail, inMemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { richSession } from '../testing/rich-session.ts';
import { tabChannel } from '../transport/channel.ts';
import { serveSource } from '../transport/serve-source.ts';
import { MemoryDevtoolsPage } from './devtools-page.tsx';

let root: Root;
let channelName: string;

beforeEach(async () => {
  await page.viewport(1_280, 800);
  document.title = 'Workshop';
  channelName = `file-${Math.random()}`;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<MemoryDevtoolsPage channel={tabChannel(channelName)} theme="light" />);
  await expect.element(page.getByRole('heading', { name: 'No memory answers yet' })).toBeVisible();
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

/** A session of 30 calls that compacts on its way, under settings of its own, as a file. */
async function filedSession(title = 'Trip to Porto') {
  const store = inMemoryStore();
  const memory = createAgentMemory({
    id: 'trip',
    store,
    system: 'You plan trips by train.',
    contextWindow: 2_000,
    policy: headTail({ messages: 12 }),
  });
  for (let call = 1; call <= 30; call += 1) {
    await memory.append({ role: 'user', content: `Question ${call}: ${'a long way '.repeat(20)}` });
    await memory.assemble();
    await memory.append({ role: 'assistant', content: `Answer ${call}: PAY-${9_000 + call}` });
  }
  await memory.assemble();
  const { compactions } = memory.getState();
  await memory.dispose();
  const sessions = sessionCatalog(store);
  await sessions.rename('trip', title);
  const file = await sessions.export('trip');
  return { file, compactions: compactions.length };
}

function fileOf(content: unknown, name = 'trip.agentmem.json'): File {
  return new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
}

function drop(...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = { bubbles: true, cancelable: true, composed: true, dataTransfer };
  document.body.dispatchEvent(new DragEvent('dragover', event));
  document.body.dispatchEvent(new DragEvent('drop', event));
}

const name = () => page.getByText('Trip to Porto · trip.agentmem.json').first();

test('[DEV-8] a dropped file shows its session: settings, overlays, the calls of its past', async () => {
  const { file, compactions } = await filedSession();
  expect(compactions).toBeGreaterThan(0);
  drop(fileOf(file));
  await expect.element(name()).toBeVisible();
  // Without its overlays, the whole conversation would be far over the limit.
  const total = page.getByText(/^[\d,]+ of 1,407 tokens/);
  await expect.element(total).toHaveAttribute('data-over', 'false');
  await expect.element(page.getByText(/A copy of trip\.agentmem\.json/)).toBeVisible();
  const strip = page.getByRole('slider');
  await expect.element(strip).toHaveAttribute('aria-valuemax', '31');
  strip.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByText(/Call 1 of 31/).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Storage/ }).click();
  const storage = page.getByRole('region', { name: 'Storage', exact: true });
  await expect.element(storage).toHaveTextContent(/^A copy of a session file\./);
  expect(storage.getByRole('button').query()).toBeNull();
});

test('[DEV-8] a file that is opened by the button is a copy: it is compacted and closed', async () => {
  const { file, compactions } = await filedSession('');
  const input = document
    .querySelector('[data-agent-memory-devtools]')
    ?.shadowRoot?.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('The page has no field for files.');
  await userEvent.upload(input, fileOf(file));
  await expect.element(page.getByText('trip · trip.agentmem.json').first()).toBeVisible();
  const tab = () => page.getByRole('tab', { name: /^Compactions/ });
  await tab().click();
  await expect.element(tab()).toHaveAccessibleName(new RegExp(`${compactions}`));
  await page.getByRole('button', { name: 'Preview compaction' }).click();
  await page.getByRole('button', { name: 'Compact now' }).click();
  await expect.element(tab()).toHaveAccessibleName(new RegExp(`${compactions + 1}`));
  await page.getByRole('button', { name: 'Close file' }).click();
  await expect.element(page.getByRole('heading', { name: 'No memory answers yet' })).toBeVisible();
});

test('[DEV-8] files stand among the memories that answer', async () => {
  const stop = serveSource(
    memorySource(richSession().memory, { name: 'Support' }),
    tabChannel(channelName),
  );
  const { file } = await filedSession();
  await expect.element(page.getByText('Support · Workshop')).toBeVisible();
  drop(fileOf(file), fileOf(file));
  const choice = page.getByRole('combobox', { name: 'Memory that is shown' });
  await expect.element(choice).toHaveDisplayValue('Trip to Porto · trip.agentmem.json 2');
  await userEvent.selectOptions(choice, 'Support · Workshop');
  await expect.element(page.getByText('1,988 of 8,000 tokens · estimated')).toBeVisible();
  await userEvent.selectOptions(choice, 'Trip to Porto · trip.agentmem.json');
  await page.getByRole('button', { name: 'Close file' }).click();
  await expect.element(choice).toHaveDisplayValue('Support · Workshop');
  stop();
});

const LARGE = new File([new Uint8Array(50_000_001)], 'large.json');

const REFUSED = [
  { file: LARGE, says: 'It has 51 MB; files of up to 50 MB are opened.' },
  { file: fileOf('', 'empty.json'), says: 'It is empty.' },
  { file: fileOf('{"format": "agent', 'cut.json'), says: 'It is not JSON, or was cut off' },
  { file: fileOf({ flour: 500 }, 'recipe.json'), says: 'It is JSON, but no session file' },
  {
    file: fileOf({ format: 'agent-memory-session', version: 2 }, 'newer.json'),
    says: 'It has version 2, of a newer release; this page reads version 1.',
  },
  {
    file: fileOf({ format: 'agent-memory-session', version: 1, exportedAtMs: 1 }, 'half.json'),
    says: 'nothing was imported: `session`',
  },
];

test('[DEV-8] a file that is not one is refused in a sentence with its name, and can be dismissed', async () => {
  for (const { file, says } of REFUSED) {
    drop(file);
    await expect.element(page.getByRole('alert')).toHaveTextContent(says);
    const start = `“${file.name}” was not opened, and nothing here has changed.`;
    await expect.element(page.getByRole('alert')).toHaveTextContent(start);
  }
  const found = await axe.run(document);
  expect(found.violations.map(({ id }) => id)).not.toContain('color-contrast');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
