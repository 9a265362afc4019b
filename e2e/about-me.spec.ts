import type { Locator } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

test('[RCT-6] a person sees what they said, corrects it, and the next request carries the correction; deletes it, and it is gone', async ({
  page,
  playground,
}) => {
  const about = page.getByRole('region', { name: 'What do you remember about me?' });
  const memory = (text: string): Locator =>
    about.getByRole('list').first().getByRole('listitem').filter({ hasText: text });
  await playground.openChat();
  await playground.say('I prefer the zebrawood armchair');
  await playground.button('About me').click();
  await expect(memory('I prefer the zebrawood armchair.')).toContainText('You said this on');
  await about.getByRole('button', { name: /^Correct/ }).click();
  await about.getByRole('textbox').fill('I prefer the quagga armchair.');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(memory('I prefer the quagga armchair.').first()).toBeFocused();
  await playground.button('Back').click();
  await playground.startOver();
  await playground.say('Which armchair do I prefer?');
  await expect(playground.lastMessage).toContainText('“I prefer the quagga armchair.”');
  await playground.startOver();

  await playground.button('About me').click();
  await about.getByRole('button', { name: /^Delete: I prefer/ }).click();
  await about.getByRole('button', { name: 'Delete for good' }).click();
  await expect(about.getByText('Nothing is remembered about you.')).toBeVisible();
  await playground.reload();
  await playground.button('About me').click();
  await expect(about.getByText('Nothing is remembered about you.')).toBeVisible();
  await expect.poll(() => storedText(page)).not.toMatch(/zebrawood|quagga/);
});

test('[LTM-12] [RCT-6] while a person has paused memory nothing is recorded or used, also after a reload', async ({
  page,
  playground,
}) => {
  const about = page.getByRole('region', { name: 'What do you remember about me?' });
  await playground.openChat();
  await playground.say('I prefer an aisle seat');
  await playground.button('About me').click();
  await about.getByRole('button', { name: 'Pause memory' }).click();
  await expect(about.getByText(/^Memory is paused/)).toBeVisible();
  await playground.reload();
  await playground.startOver();
  await playground.say('My order number is A-20417');
  await expect(playground.lastMessage).toContainText('PAUSED');
  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('I do not know that');
  await playground.button('About me').click();
  await about.getByRole('button', { name: 'Resume memory' }).click();
  await expect(about.getByText('I prefer an aisle seat.').first()).toBeVisible();
  await expect(about.getByText('A-20417')).toHaveCount(0);
  const file = page.waitForEvent('download');
  await about.getByRole('button', { name: 'Download everything' }).click();
  expect((await file).suggestedFilename()).toBe('memories.jsonl');
  await playground.button('Back').click();
  await playground.startOver();
  await playground.say('Which seat do I prefer?');
  await expect(playground.lastMessage).toContainText('“I prefer an aisle seat.”');
});
