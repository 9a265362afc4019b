import { type AgentMemory, type MemoryStore, StoreUnavailableError } from '@agent-memory/core';
import { aScriptedStore, type ScriptedStore } from '@agent-memory/core/testing';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { panelPerTest } from '../testing/panel-per-test.ts';
import {
  showStorage,
  storageHeadline,
  storagePage,
  troubleCalled,
} from '../testing/storage-page.ts';
import { storedSession } from '../testing/stored-session.ts';

const panel = panelPerTest();

const onIndexedDb = (databaseName: string) => indexedDbStore({ databaseName });
const said = (content: string) => ({ role: 'user', content }) as const;
const lineOf = (label: string) =>
  storagePage()
    .getByRole('region', { name: 'Where this session is stored' })
    .getByRole('definition')
    .filter({ hasText: LINES[label] ?? label });

/** The beginnings of the lines, by what they tell of. */
const LINES: Readonly<Record<string, RegExp>> = {
  lead: /one leads/,
  older: /are still being read/,
};

/** The store with calls that can be made to fail; it hears of other tabs as the store itself does. */
function aFailingStore(store: MemoryStore): MemoryStore & ScriptedStore {
  const { address } = store;
  return {
    ...aScriptedStore(store),
    ...(address !== undefined && { address }),
    watch: (sessionId, listener) => store.watch?.(sessionId, listener) ?? (() => undefined),
  };
}

/** One more tab on a session, with a store that can be made to fail. */
function aFailingTab(open: (storeOf: (store: MemoryStore) => MemoryStore) => AgentMemory) {
  let disk: ScriptedStore | undefined;
  const memory = open((store) => {
    const failing = aFailingStore(store);
    disk = failing;
    return failing;
  });
  if (!disk) throw new Error('The session has a store.');
  return { memory, disk };
}

test('[NS-2] the page says which tab leads, also when the lead comes to its own', async () => {
  const { memory: first, open } = await storedSession(onIndexedDb);
  await expect.poll(() => first.getState().store.leads).toBe(true);
  const memory = open();
  await memory.ready;
  await showStorage(panel, memory);
  await expect.element(lineOf('lead')).toHaveTextContent(/^another one leads/);
  await first.dispose();
  await expect.element(lineOf('lead')).toHaveTextContent(/^this one leads/);
});

test('[NS-2] what another tab stored and could not be read is there when Reload is pressed', async () => {
  const { memory: other, open } = await storedSession(onIndexedDb);
  const { memory, disk } = aFailingTab(open);
  await memory.ready;
  await showStorage(panel, memory);
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. All 4 messages/);
  disk.failAll(['load'], new StoreUnavailableError('It is busy.'));
  await other.append(said('From the other tab.'));
  const trouble = troubleCalled('What is stored by now could not be read');
  await expect.element(trouble).toHaveTextContent(/It is busy\..*What this page shows is kept/);
  const reload = trouble.getByRole('button', { name: 'Reload' });
  await reload.click();
  await expect.element(storagePage().getByText(/^It is busy\./)).toBeVisible();
  await expect.element(trouble).toBeVisible();
  // It answers with the click: before it, the memory would look again by itself.
  panel.shadow().addEventListener('click', () => disk.heal(), { capture: true, once: true });
  await reload.click();
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. All 5 messages/);
  await expect.element(page.getByText('Loaded again: this is what is stored.')).toBeVisible();
  expect(page.getByRole('article').query()).toBeNull();
  expect(panel.focused()?.className).toBe('store-page');
  expect(memory.entries().at(-1)?.message.parts).toMatchObject([{ text: 'From the other tab.' }]);
});

test('[STO-9] [NS-2] of a long session the page counts what is still to be read, and Reload reads it before what another tab stored', async () => {
  const { memory: other, open } = await storedSession(onIndexedDb);
  await other.append(
    Array.from({ length: 596 }, (_, place) => ({
      role: place % 2 ? ('assistant' as const) : ('user' as const),
      content: `Message ${place}. ${'The chain of a bicycle wears out with the miles. '.repeat(6)}`,
    })),
  );
  // Messages that no context is made of any more are read later.
  await other.assemble();
  const { memory, disk } = aFailingTab(open);
  disk.failAll(['loadEntries'], new StoreUnavailableError('It is slow.'));
  await memory.ready;
  const { unloaded } = memory.getState();
  expect(unloaded).toBeGreaterThan(300);
  await showStorage(panel, memory);
  await expect
    .element(lineOf('older'))
    .toHaveTextContent(`${unloaded} of 600 messages are still being read; the newest are here`);
  await expect.element(troubleCalled(/older/i)).toHaveTextContent(/It is slow\./);
  await other.append(said('From the other tab.'));
  const trouble = troubleCalled('What is stored by now could not be read');
  await trouble.getByRole('button', { name: 'Reload' }).click();
  await expect.element(storagePage().getByText(/^It is slow\./)).toBeVisible();
  expect(memory.entries()).toHaveLength(600 - unloaded);
  disk.heal();
  // Not by its button: the memory may be before the hand.
  await memory.reload();
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. All 601 messages/);
  expect(lineOf('older').query()).toBeNull();
  expect(page.getByRole('article').query()).toBeNull();
  expect(memory.getState().unloaded).toBe(0);
  expect(memory.entries()).toHaveLength(601);
});
