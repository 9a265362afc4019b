import { expect, test } from './src/fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

const DAY_MS = 86_400_000;

test('[LTM-1] [RET-4] a preference is known in a new conversation, and after a reload', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openAssistant();
  await playground.button('I prefer an aisle seat').click();
  await expect(playground.lastMessage).toContainText('Got it: you prefer an aisle seat.');
  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText(
    /You prefer an aisle seat\. I read that in long-term memory \(preference; user stated on/,
  );
  await panel.openRow('Known from earlier sessions');
  await expect(panel.root.getByRole('region', { name: 'Parts' })).toContainText('1 part sent');
  await panel.root.getByRole('button', { name: 'Show the record' }).click();
  await expect(panel.details).toContainText('The user prefers an aisle seat.');
  await expect(panel.details).toContainText('Began at 100 %: the user said so.');

  await playground.startOver();
  await page.reload();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('You prefer an aisle seat.');
});

test('[LTM-5] [LTM-7] a correction leaves the context with the new value, and the history with the old', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openAssistant();
  await playground.say('I prefer an aisle seat');
  await page.clock.setSystemTime(Date.now() + DAY_MS + 60_000);
  await playground.say('No, I prefer a window seat');
  await expect(playground.lastMessage).toContainText(
    'Corrected: you prefer a window seat. Before, I had: “The user prefers an aisle seat.”',
  );
  await playground.say('What did you know yesterday?');
  await expect(playground.lastMessage).toContainText('I knew: You prefer an aisle seat.');

  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('You prefer a window seat.');
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
  await expect(history).toContainText('The user prefers an aisle seat.');
  await panel.root.getByRole('button', { name: 'Corrects an earlier record' }).click();
  await expect(panel.details).toContainText('Corrected by another record');
});

test('[LTM-8] what is forgotten comes into no context any more, and its history stays', async ({
  playground,
}) => {
  const { panel } = playground;
  await playground.openAssistant();
  await playground.say('I prefer an aisle seat');
  await panel.openTab('Memories');
  await panel.record('aisle').click();
  await playground.say('Forget my seat');
  await expect(playground.lastMessage).toContainText(
    'Forgotten: “The user prefers an aisle seat.”',
  );
  await expect(panel.record('aisle')).toHaveCount(0);
  await expect(panel.details).toContainText('Forgotten because somebody wanted so');

  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('I do not see which seat you prefer');
  await panel.openTab('Context');
  await expect(panel.row('aisle')).toHaveCount(0);
});

test('[LTM-8] what is erased can be read nowhere in the whole storage of the page', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openAssistant();
  await playground.say('I prefer the zebrawood armchair');
  await playground.say('No, I prefer the zebrawood armchair by the quagga rug');
  await playground.say('Which armchair do I prefer?');
  expect(await storedText(page)).toContain('zebrawood');
  await playground.startOver();
  await playground.say('Erase my armchair');
  await expect(playground.lastMessage).toContainText('Erased for good: 2 records');
  await panel.openTab('Memories');
  await expect(panel.root.getByText('Nothing is remembered yet')).toBeVisible();
  // The history of this conversation says what was sent for its first question; it goes with it.
  await playground.startOver();
  await expect.poll(() => storedText(page)).not.toMatch(/zebrawood|quagga/);
});

test('[LTM-8] [DEV-6] the panel asks before it erases, and then nothing is readable', async ({
  playground,
}) => {
  const { page, panel } = playground;
  await playground.openAssistant();
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
  await playground.openAssistant();
  await playground.say('I prefer an aisle seat');
  await playground.say('My order number is A-20417');
  await panel.openTab('Memories');
  await panel.root.getByRole('radio', { name: 'Try a recall' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('Which seat do I prefer?');
  await page.keyboard.press('Enter');
  const found = panel.root.getByRole('list', { name: 'Given out' });
  await expect(found).toContainText('The user prefers an aisle seat.');
  await expect(found).toContainText('words');
  await found.getByRole('button').first().click();
  await panel.root.getByRole('button', { name: 'Correct …' }).click();
  await panel.root.getByRole('textbox', { name: 'What is right' }).fill('The user prefers a bunk.');
  await panel.root.getByRole('button', { name: 'Save the correction' }).click();
  await expect(panel.root.getByText(/^Corrected in the user’s name/)).toBeVisible();
  await playground.startOver();
  await playground.say('Which bunk do I prefer?');
  await expect(playground.lastMessage).toContainText('You prefer a bunk.');
});
