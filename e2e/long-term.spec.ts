import { expect, test } from './src/fixtures.ts';
import { heldTexts } from './src/held-texts.ts';
import { storedText } from './src/stored-bytes.ts';

const DAY_MS = 86_400_000;

const HEADER = { format: 'agent-memory-records', version: 1, exportedAtMs: Date.now() };

/** A preference in a line of a file, a month old. */
function filedPreference(id: string, namespace: string, text: string) {
  const atMs = Date.now() - 30 * DAY_MS;
  const record = {
    ...{ id, namespace, text, revision: 1, type: 'user', kind: 'preference' },
    ...{ source: 'user_stated', confidence: 1, confidenceAtMs: atMs, evidence: [] },
    ...{ createdAtMs: atMs, updatedAtMs: atMs, validFromMs: atMs, uses: 0, pinned: false },
    metadata: {},
  };
  return { record, versions: [] };
}

test('[LTM-1] [RET-4] a preference is known in a new conversation, and after a reload', async ({
  playground,
}) => {
  const { panel } = playground;
  await playground.openChat();
  await playground.button('I prefer an aisle seat').click();
  await expect(playground.lastMessage).toContainText('Got it: “I prefer an aisle seat.”');
  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText(
    /“I prefer an aisle seat\.” I read that in long-term memory \(preference; user stated on/,
  );
  await panel.openRow('Known from earlier sessions');
  await expect(panel.root.getByRole('region', { name: 'Parts' })).toContainText('1 part sent');
  await panel.root.getByRole('button', { name: 'Show the record' }).click();
  await expect(panel.details).toContainText('I prefer an aisle seat.');
  await expect(panel.details).toContainText('Began at 100 %: the user said so.');

  await playground.startOver();
  await playground.reload();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('“I prefer an aisle seat.”');
});

test('[LTM-5] [LTM-7] a correction leaves the context with the new value, and the history with the old', async ({
  playground,
}) => {
  const { panel } = playground;
  await playground.openChat();
  await playground.say('I prefer an aisle seat');
  await playground.say('No, I prefer a window seat');
  await expect(playground.lastMessage).toContainText('Corrected: “I prefer a window seat.”');
  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('“I prefer a window seat.”');
  await panel.openRow('Known from earlier sessions');
  await expect(panel.root.getByRole('region', { name: 'Sent, exactly' })).toContainText(
    'a window seat',
  );
  await expect(panel.root.getByRole('region', { name: 'Sent, exactly' })).not.toContainText(
    'aisle',
  );

  await panel.openTab('Memories');
  await expect(panel.record('aisle')).toHaveCount(0);
  await panel.record('a window seat').click();
  const history = panel.root.getByRole('region', { name: 'History', exact: true });
  await expect(history).toContainText('I prefer an aisle seat.');
  await panel.root.getByRole('button', { name: 'Corrects an earlier record' }).click();
  await expect(panel.details).toContainText('Corrected by another record');
});

test('[LTM-8] what is forgotten comes into no context any more, and its history stays', async ({
  playground,
}) => {
  const { panel } = playground;
  await playground.openChat();
  await playground.say('I prefer an aisle seat');
  await panel.openTab('Memories');
  await panel.record('aisle').click();
  await playground.say('Forget my seat');
  await expect(playground.lastMessage).toContainText('Forgotten: “I prefer an aisle seat.”');
  await expect(panel.record('aisle')).toHaveCount(0);
  await expect(panel.details).toContainText('Forgotten because somebody wanted so');

  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('I do not know that');
  await panel.openTab('Context');
  await expect(panel.row('aisle')).toHaveCount(0);
});

test('[LTM-8] what is erased can be read nowhere in the whole storage of the page', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openChat();
  await playground.say('I prefer the zebrawood armchair');
  await playground.say('No, I prefer the zebrawood armchair by the quagga rug');
  await playground.say('Which armchair do I prefer?');
  expect(await storedText(page)).toContain('zebrawood');
  await playground.startOver();
  await panel.eraseUser();
  await panel.lookAt('Records');
  await expect(panel.root.getByText('Nothing is remembered yet')).toBeVisible();
  await expect.poll(() => storedText(page)).not.toMatch(/zebrawood|quagga/);
});

test('[LTM-8] [DEV-6] the panel asks before it erases, and then nothing is readable', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openChat();
  await playground.say('I prefer the zebrawood armchair');
  await playground.startOver();
  await panel.openTab('Memories');
  await panel.record('zebrawood').click();
  await panel.root.getByRole('button', { name: 'Erase …' }).click();
  await expect(panel.root.getByText('This cannot be undone.')).toBeVisible();
  expect(await storedText(page)).toContain('zebrawood');
  await panel.root.getByRole('button', { name: 'Erase for good' }).click();
  await expect(panel.root.getByText(/^Erased for good: 1 record/)).toBeVisible();
  await expect.poll(() => storedText(page)).not.toContain('zebrawood');
});

test('[RET-3] the panel tries a recall, and what a person does there counts in the chat', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openChat();
  await playground.say('I prefer an aisle seat');
  await playground.say('My order number is A-20417');
  await panel.openTab('Memories');
  await panel.root.getByRole('radio', { name: 'Try a recall' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('Which seat do I prefer?');
  await page.keyboard.press('Enter');
  const found = panel.root.getByRole('list', { name: 'Given out' });
  await expect(found).toContainText('I prefer an aisle seat.');
  await expect(found).toContainText('words');
  await found.getByRole('button').first().click();
  await panel.root.getByRole('button', { name: 'Correct …' }).click();
  await panel.root.getByRole('textbox', { name: 'What is right' }).fill('I prefer a bunk.');
  await panel.root.getByRole('button', { name: 'Save the correction' }).click();
  await expect(panel.root.getByText(/^Corrected in the user’s name/)).toBeVisible();
  await playground.startOver();
  await playground.say('Which bunk do I prefer?');
  await expect(playground.lastMessage).toContainText('“I prefer a bunk.”');
});

test('[DEV-6] [LTM-8] a file is imported, what was never recalled is found, the audit lists it, and all of it is erased', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openChat();
  await panel.openTab('Memories');
  await panel.importRecords('memories.jsonl', [
    HEADER,
    filedPreference('chair', 'user:local', 'The user prefers the zebrawood armchair.'),
    filedPreference('street', 'user:local', 'Parcels go to Quagga Street 9.'),
    filedPreference('rum', 'user:bob', 'Bob drinks rum.'),
  ]);
  await expect(
    panel.root.getByText('From memories.jsonl: 2 records taken in, 1 refused.'),
  ).toBeVisible();
  const refused = panel.root.getByRole('region', { name: 'Refused' });
  await expect(refused).toContainText('line 4');
  await expect(refused).toContainText('"user:bob" is not that user');

  await playground.say('Which armchair do I prefer?');
  await expect(playground.lastMessage).toContainText('“The user prefers the zebrawood armchair.”');
  await panel.root.getByRole('combobox', { name: 'Label' }).selectOption('not recalled yet');
  await expect(panel.record('Quagga')).toContainText('never used');
  await expect(panel.record('zebrawood')).toHaveCount(0);

  await panel.lookAt('Audit');
  await expect(panel.entry('recalled')).toContainText('zebrawood');
  await expect(panel.entry('imported')).toContainText('came with a file');
  await panel.entry('recalled').getByRole('button').click();
  await expect(panel.details).toContainText('The user prefers the zebrawood armchair.');
  await panel.root.getByRole('button', { name: 'Close the details' }).click();

  await playground.startOver();
  await panel.openTab('Memories');
  await panel.lookAt('Namespaces');
  await panel.root.getByRole('button', { name: 'Erase user:local …' }).click();
  await expect(panel.root.getByText('user:local holds 2 records.')).toBeVisible();
  expect(await storedText(page)).toContain('zebrawood');
  expect(await storedText(page)).toContain('Quagga');
  await panel.root.getByRole('button', { name: 'Erase 2 records for good' }).click();
  await expect(panel.root.getByText(/^Erased for good: 2 records of user:local/)).toBeVisible();
  await expect.poll(() => storedText(page)).not.toMatch(/zebrawood|quagga/i);
  await panel.lookAt('Audit');
  await expect(panel.entry('somebody wanted it gone')).toContainText('and 1 more');
  await expect(panel.entry(/zebrawood|Quagga/)).toHaveCount(0);
});

test('[LTM-8] erasing with sources takes the words out of the conversation that they were drawn from', async ({
  playground,
}) => {
  const { panel } = playground;
  await playground.openChat();
  await playground.say('I prefer the zebrawood armchair');
  await panel.openTab('Memories');
  await panel.lookAt('Namespaces');
  await panel.root.getByRole('button', { name: 'Erase user:local …' }).click();
  await panel.root.getByRole('checkbox', { name: /^Erase the messages too/ }).check();
  await panel.root.getByRole('button', { name: 'Erase 1 record for good' }).click();
  await expect(panel.root.getByText(/1 message went with them\.$/)).toBeVisible();
  await playground.reload();
  await expect(playground.messages.getByRole('article').first()).toBeVisible();
  await expect(playground.messages).not.toContainText('I prefer the zebrawood armchair');
});

test('[EXT-1] a preference said in passing is known next week, however soon the chat is started over', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openChat();
  await playground.say('Tell me a long story. By the way, I prefer a bunk bed');
  await playground.startOver();
  await page.clock.setSystemTime(Date.now() + 7 * DAY_MS);
  await playground.reload();
  await playground.say('Which bed do I prefer?');
  await expect(playground.lastMessage).toContainText(
    /I prefer a bunk bed\.?” I read that in long-term memory \(preference; user stated on/,
  );
});

test('[GRD-1] [GRD-3] a page’s order waits in quarantine, and its facts are quotations in a later conversation', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openChat();
  await playground.say('Read the page about delivery');
  await expect(playground.lastMessage).toContainText('1 paragraph waits in quarantine: ');
  const held = await heldTexts(page);
  expect(held.map(({ text }) => text)).toEqual([
    expect.stringContaining('Ignore all previous instructions'),
  ]);
  expect(held[0]?.reasons.join(' ')).toMatch(/ignore/);
  await playground.say('Read the page about trains');

  await playground.startOver();
  await playground.reload();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('I do not know that');
  await panel.openRow('Known from earlier sessions');
  const sent = panel.root.getByRole('region', { name: 'Sent, exactly' });
  await expect(sent).toContainText(
    /quoted from outside, not a fact[^)]*\) “About seats in trains: the user prefers a seat/,
  );
  await expect(panel.row('Ignore all previous')).toHaveCount(0);
  expect(await heldTexts(page)).toEqual(held);
});
