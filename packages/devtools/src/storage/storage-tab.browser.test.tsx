import {
  createAgentMemory,
  inMemoryStore,
  QuotaExceededStoreError,
  StoreUnavailableError,
} from '@agent-memory/core';
import { aScriptedStore, type ScriptedStore } from '@agent-memory/core/testing';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memorySource } from '../source/memory-source.ts';
import { axeFindings } from '../testing/axe-findings.ts';
import { emulateMedia } from '../testing/emulate-media.ts';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { overflowing } from '../testing/memories-page.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import { deleteRaw, writeRaw } from '../testing/raw-database.ts';
import { reachedOver } from '../testing/reached-over.ts';
import {
  showStorage,
  storageHeadline,
  storagePage,
  troubleCalled,
} from '../testing/storage-page.ts';
import { storedSession } from '../testing/stored-session.ts';
import { tabChannel } from '../transport/channel.ts';

const panel = panelPerTest();

const site = () => page.getByRole('region', { name: 'Storage of this site' });
const onIndexedDb = (databaseName: string) => indexedDbStore({ databaseName });
const said = (content: string) => ({ role: 'user', content }) as const;

/** A session on a disk that is full from now on, until it `heal`s. */
async function onAFullDisk() {
  let disk: ScriptedStore | undefined;
  const session = await storedSession(onIndexedDb, (store) => {
    disk = aScriptedStore(store);
    return disk;
  });
  if (!disk) throw new Error('The session has a store.');
  disk.failAll(['commit'], new QuotaExceededStoreError());
  await session.memory.append([said('Do they fit?'), said('In black?')]);
  return { ...session, disk };
}

/** A memory that tells of every trouble of storage at once, and of one that came later. */
function inEveryTrouble(): FixtureMemory {
  const codes = [
    ...['STORE_UNAVAILABLE', 'STORE_WRITE_FAILED', 'STORE_NEARLY_FULL', 'STORED_STATE_DAMAGED'],
    ...['STORE_RESET', 'SESSION_CLEARED', 'STORE_ON_FIRE'],
  ];
  const degraded = codes.map((code) => ({
    code: newerKind<'STORE_UNAVAILABLE'>(code),
    message: 'What happened, and whether anything was lost.',
    details: ['The message at position 4 cannot be read; a note stands there instead.'],
  }));
  return new FixtureMemory({ state: { degraded, entries: 9 } });
}

/** The file that the page hands out when a button is pressed. */
async function exportedBy(press: () => Promise<void>) {
  let blob: Blob | undefined;
  const { createObjectURL } = URL;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) blob = content;
    return createObjectURL(content);
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await press();
  await expect.poll(() => names).toHaveLength(1);
  return { name: names[0], file: JSON.parse((await blob?.text()) ?? '') as unknown };
}

test('[STO-2] a session of which all is stored says so in one line, with the store and the figures of the site', async () => {
  const { memory } = await storedSession(onIndexedDb);
  await showStorage(panel, memory);
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. .*IndexedDB/);
  await expect.element(storagePage()).toHaveTextContent(/Outlives the page ?yes/);
  await expect.element(site()).toHaveTextContent(/ of .* used, .*%/);
  expect(page.getByRole('list', { name: 'Troubles' }).query()).toBeNull();
  await expect.element(page.getByRole('tab', { name: 'Storage', exact: true })).toBeVisible();
});

test('[STO-2] without a store the page is there, and claims nothing', async () => {
  const memory = createAgentMemory({ id: 'loose', contextWindow: 8_000 });
  await memory.append(said('Hello.'));
  await showStorage(panel, memory);
  await expect
    .element(storageHeadline())
    .toHaveTextContent('The 1 message is in this page alone, and gone when it closes.');
  await expect.element(storagePage()).toHaveTextContent('memory of this page');
  await memory.dispose();
});

test('[STO-2] [STO-4] on a full disk the page says what is in this page alone, and stores it when it is told to', async () => {
  const { memory, disk } = await onAFullDisk();
  await showStorage(panel, memory);
  await expect
    .element(storageHeadline())
    .toHaveTextContent('2 of 6 messages are in this page alone.');
  await expect
    .element(troubleCalled('Something could not be stored: 2 messages are owed'))
    .toHaveTextContent(/no storage left for this site.*tried again by itself/);
  await expect.element(storageHeadline()).toHaveAttribute('data-tone', 'trouble');
  await expect.element(page.getByRole('tab', { name: 'Storage 1 in trouble' })).toBeVisible();
  // Room comes with the click: before it, the memory would try again by itself.
  panel.shadow().addEventListener('click', () => disk.heal(), { capture: true, once: true });
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. All 6 messages/);
  expect(page.getByRole('article').query()).toBeNull();
});

test('[STO-5] what only this page holds can be taken away as a session file', async () => {
  const { memory } = await onAFullDisk();
  await showStorage(panel, memory);
  const { name, file } = await exportedBy(() =>
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(name).toBe('support-4127.agentmem.json');
  const store = inMemoryStore();
  await sessionCatalog(store).import(file);
  const kept = await store.load('support-4127');
  expect(kept?.entries.map(({ id }) => id)).toEqual(memory.entries().map(({ id }) => id));
  await expect.element(page.getByText(/^Exported as support-4127\.agentmem\.json/)).toBeVisible();
});

test('[STO-5] the file has every branch, and ends where the conversation ends', async () => {
  const { memory } = await storedSession(onIndexedDb);
  const [first] = memory.entries();
  await memory.moveHead(first?.id ?? null);
  await memory.append(said('My order is R-20419.'));
  await memory.moveHead(first?.id ?? null);
  const { storage } = memorySource(memory);
  const file: unknown = JSON.parse((await (await storage?.exported())?.text()) ?? '');
  const store = inMemoryStore();
  await sessionCatalog(store).import(file);
  const kept = await store.load('support-4127');
  expect(kept?.entries).toHaveLength(5);
  expect(kept?.headId).toBe(first?.id);
});

test('[STO-2] a browser that gives no store is told with what is in this page alone', async () => {
  const { open } = await storedSession(onIndexedDb);
  const memory = open((store) => {
    const denied = aScriptedStore(store);
    denied.failAll(['load', 'commit'], new StoreUnavailableError('Access to it was denied.'));
    return denied;
  });
  await memory.append(said('Are you there?'));
  await showStorage(panel, memory);
  await expect
    .element(troubleCalled(/^The store cannot be used/))
    .toHaveTextContent(/Access to it was denied\..*Keep this page open/);
  await expect.element(storagePage()).toHaveTextContent('no, as long as the trouble lasts');
});

test('[STO-6] each damaged thing stands in a list, and the rest can be taken away', async () => {
  const { memory, databaseName, open } = await storedSession(onIndexedDb);
  await memory.dispose();
  await writeRaw(databaseName, 'entries', (records) => records.put('torn', ['support-4127', 1]));
  const again = open();
  await again.ready;
  await showStorage(panel, again);
  const trouble = troubleCalled('Some of what was stored is damaged');
  await expect.element(trouble.getByRole('listitem')).toHaveTextContent(/position 1/);
  const { file } = await exportedBy(() =>
    trouble.getByRole('button', { name: 'Export what can be read' }).click(),
  );
  expect(JSON.stringify(file)).toContain('Which chains do you have?');
});

test('[STO-7] a session that is deleted under its page is written back by its button', async () => {
  const { memory, databaseName } = await storedSession(onIndexedDb);
  const elsewhere = indexedDbStore({ databaseName });
  await elsewhere.delete('support-4127');
  await memory.append(said('Are you there?')).catch(() => undefined);
  await showStorage(panel, memory);
  await expect
    .element(storageHeadline())
    .toHaveTextContent('All 5 messages are in this page alone.');
  const trouble = troubleCalled('The stored session was deleted under this page');
  await expect
    .element(storagePage())
    .toHaveTextContent(/only this page holds, until it is written/);
  await trouble.getByRole('button', { name: 'Write back' }).click();
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well\. All 5 messages/);
  await expect
    .element(page.getByText('Stored: 5 messages that this page alone held.'))
    .toBeVisible();
  expect(panel.focused()?.className).toBe('store-page');
  expect((await elsewhere.load('support-4127'))?.entries).toHaveLength(5);
  await elsewhere.close();
});

test('[STO-7] what the browser lost is told with what was there', async () => {
  const { databaseName, close, open } = await storedSession(onIndexedDb);
  await close();
  await deleteRaw(databaseName);
  const again = open();
  await again.ready;
  await showStorage(panel, again);
  await expect
    .element(troubleCalled('The browser lost what was stored'))
    .toHaveTextContent(/\(4 messages\).*import it where you have a file of it/);
  expect(page.getByRole('button', { name: 'Write back' }).query()).toBeNull();
});

test('[DEV-10] a notice of the context leads to the page, which has the focus, and its keys reach every button', async () => {
  const { memory } = await onAFullDisk();
  panel.show(memory, { nowMs: Date.now });
  await page.getByRole('button', { name: 'See Storage' }).click();
  await expect.poll(() => panel.focused()?.className).toBe('store-page');
  await userEvent.keyboard('{Tab}');
  expect(panel.focused()?.textContent).toBe('Try again now');
  await userEvent.keyboard('{Tab}');
  expect(panel.focused()?.textContent).toBe('Export');
});

test('[DEV-8] the page is the same over a channel, and does the same', async () => {
  const { memory, disk } = await onAFullDisk();
  const name = `storage-${Math.random()}`;
  const { source, close } = await reachedOver(
    memorySource(memory),
    tabChannel(name),
    tabChannel(name),
  );
  await showStorage(panel, memory, { sourceOf: () => source });
  await expect.element(troubleCalled(/^Something could not be stored/)).toBeVisible();
  const { file } = await exportedBy(() =>
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(JSON.stringify(file)).toContain('In black?');
  disk.heal();
  await memory.append(said('Thank you.'));
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well/);
  await expect.element(site()).toHaveTextContent(/ of .* used/);
  close();
});

test('[DEV-8] a copy of a session file is told as one, and nothing can be done to it', async () => {
  const { memory } = await storedSession(onIndexedDb);
  const copy = memorySource(memory, { isCopy: true });
  await showStorage(panel, memory, { sourceOf: () => copy });
  await expect.element(storageHeadline()).toHaveTextContent(/^A copy of a session file/);
  expect(storagePage().getByRole('button').query()).toBeNull();
});

test('[DEV-5] in the past the page tells of the present, and changes nothing', async () => {
  const { memory, disk } = await onAFullDisk();
  await memory.assemble();
  await memory.append(said('And in red?'));
  await memory.assemble();
  panel.show(memory, { nowMs: Date.now });
  const strip = page.getByRole('slider');
  await expect.element(strip).toBeVisible();
  strip.element().focus();
  await userEvent.keyboard('{Home}');
  await page.getByRole('tab', { name: /^Storage/ }).click();
  await expect.element(storagePage()).toHaveTextContent(/tells of the present/);
  await expect.element(troubleCalled(/^Something could not be stored/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Keep it' }).query()).toBeNull();
  disk.heal();
  await memory.append(said('Thank you.'));
  await expect.element(storageHeadline()).toHaveTextContent(/^All is well/);
});

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [340, 1_200]) {
    test(`[DEV-10] axe finds nothing on the page in trouble, ${theme}, ${widthPixels} px`, async () => {
      await showStorage(panel, inEveryTrouble(), { theme, widthPixels });
      await expect.element(page.getByRole('article').first()).toBeVisible();
      expect(await axeFindings(panel)).toEqual([]);
      expect(overflowing(panel.shadow(), '.store-page, .store-page *')).toEqual([]);
      expect(panel.shadow().querySelectorAll('*').length).toBeLessThan(400);
    });
  }
}

test('[DEV-10] axe finds nothing on the page where colours are forced', async () => {
  await emulateMedia({ 'forced-colors': 'active' });
  onTestFinished(() => emulateMedia({}));
  await showStorage(panel, inEveryTrouble());
  await expect.element(page.getByRole('article').first()).toBeVisible();
  expect(await axeFindings(panel)).toEqual([]);
});

test('[STO-3] the sessions of the store are listed, this one among them', async () => {
  const { memory, databaseName } = await storedSession(onIndexedDb);
  const store = indexedDbStore({ databaseName });
  const trip = createAgentMemory({ id: 'trip', store, contextWindow: 8_000 });
  await trip.append(said('By train to Porto. '.repeat(200)));
  await trip.dispose();
  await memory.append(said('One more.'));
  await showStorage(panel, memory, { sessions: store });
  const rows = page.getByRole('region', { name: 'Stored sessions' }).getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(/^My order is R-20418\. this session ?5 messages ?last stored [\d:]+$/);
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/^By train to Porto\. .*… ?1 message ?last stored/);
  await store.close();
});
