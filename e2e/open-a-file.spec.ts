import { expect, test } from './src/fixtures.ts';
import { HEALTHY } from './src/playground-page.ts';
import { SHORT_TALK, sessionFile } from './src/session-files.ts';

test('a dropped file plays, and is gone with the page', async ({ playground }) => {
  const { page } = playground;
  await playground.drop('meridian.json', sessionFile('meridian', SHORT_TALK));
  await expect(page.getByText('Ready to play 5 messages')).toBeVisible();
  await playground.playToTheEnd();
  await expect(playground.lastMessage).toContainText('Room 512 is free');
  await expect(playground.messages).toContainText('find_room');

  await expect(page.getByRole('combobox', { name: 'Session' })).toContainText('meridian');
  await expect(playground.panel.root.getByText('meridian', { exact: true })).toBeVisible();
  await expect(playground.notice).toContainText('gone when this page closes');

  await playground.reload();
  await expect(page.getByRole('button', { name: HEALTHY })).toBeVisible();
});

test('a bare list of messages is opened by the file picker', async ({ playground }) => {
  const { page } = playground;
  await playground.openRecorded();
  const choosing = page.waitForEvent('filechooser');
  await page.getByLabel('Session file').click();
  await (await choosing).setFiles({
    name: 'bare.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(SHORT_TALK)),
  });
  await playground.playToTheEnd();
  await expect(playground.lastMessage).toContainText('Room 512 is free');
});

const BAD_FILES = [
  { name: 'cut.json', text: '{"messages": [\n{"role": "user"', says: 'it is not JSON: ' },
  { name: 'empty.json', text: '', says: 'it is empty' },
  { name: 'recipe.json', text: '{"flour": 500}', says: 'it has no list `messages`' },
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
