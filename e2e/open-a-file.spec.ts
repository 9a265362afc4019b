import { expect, test } from './src/fixtures.ts';
import { HEALTHY } from './src/playground-page.ts';
import { SHORT_TALK, sessionFile } from './src/session-files.ts';

test('a dropped file plays, and is there again after a reload', async ({ playground }) => {
  const { page } = playground;
  await playground.drop('meridian.json', sessionFile('meridian', SHORT_TALK));
  await expect(page.getByText('Ready to play 5 messages')).toBeVisible();
  await playground.playToTheEnd();
  await expect(playground.lastMessage).toContainText('Room 512 is free');
  await expect(playground.messages).toContainText('find_room');

  await page.reload();
  await expect(page.getByText('All 5 messages')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Session' })).toContainText('meridian');
  await expect(playground.panel.root.getByText('meridian', { exact: true })).toBeVisible();
});

test('a bare list of messages is opened by the file picker', async ({ playground }) => {
  const { page } = playground;
  await playground.openRecorded();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file …' }).click();
  await (await choosing).setFiles({
    name: 'bare.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(SHORT_TALK)),
  });
  await playground.playToTheEnd();
  await expect(playground.lastMessage).toContainText('Room 512 is free');
});

test('a seventh file takes the place of the oldest, which is named', async ({ playground }) => {
  const { page } = playground;
  const picker = page.getByRole('combobox', { name: 'Session' });
  const letGo = page
    .getByRole('status')
    .filter({ hasText: 'was let go: only the newest 6 files are kept' });
  for (let number = 1; number <= 6; number += 1) {
    await playground.drop(`talk-${number}.json`, sessionFile(`talk-${number}`, SHORT_TALK));
    await expect(picker.getByRole('option', { selected: true })).toHaveText(`talk-${number}`);
  }
  await expect(letGo).toBeHidden();

  await playground.drop('talk-7.json', sessionFile('talk-7', SHORT_TALK));
  await expect(letGo).toContainText('“talk-1”');
  await page.reload();
  await expect(picker).toContainText('talk-7');
  await expect(picker).toContainText('talk-2');
  await expect(picker).not.toContainText('talk-1');
});

const BAD_FILES = [
  { name: 'cut.json', text: '{"messages": [\n{"role": "user"', says: 'line 2, column 16' },
  { name: 'empty.json', text: '', says: 'it is empty' },
  { name: 'recipe.json', text: '{"flour": 500}', says: 'the field `messages` is missing' },
  {
    name: 'role.json',
    text: '[{"role":"user","content":"Hi"},{"role":"narrator","content":"Later"}]',
    says: 'message 2 of 2 is not usable: `role`',
  },
];

for (const { name, text, says } of BAD_FILES) {
  test(`[MSG-3] ${name} gives a sentence with file and cause, and the open session stays`, async ({
    playground,
  }) => {
    await playground.choose(HEALTHY);
    await playground.stepTo(2);
    const before = await playground.factLines();

    await playground.drop(name, text);
    await expect(playground.alert).toContainText(name);
    await expect(playground.alert).toContainText(says);
    await expect.poll(() => playground.factLines()).toEqual(before);

    await playground.button('Dismiss').click();
    await expect(playground.alert).toBeHidden();
  });
}
