import { expect, test } from './src/fixtures.ts';

test('[RUN-1] [BLK-1] a person folds a run, gives it a title, and finds both after a reload', async ({
  playground,
}) => {
  await playground.openChat();
  await playground.say('My order number is A-20417');
  await playground.say('What is my order number?');
  const { panel } = playground;
  await expect(panel.run(1)).toContainText('My order number is A-20417');
  await panel.run(1).click();
  await playground.page.keyboard.press('ArrowLeft');
  await expect(panel.run(1)).toHaveAttribute('aria-expanded', 'false');
  await expect(panel.row(/^0user/)).toHaveCount(0);
  await playground.page.keyboard.press('ArrowRight');
  await expect(panel.row(/^0user/)).toBeVisible();

  await panel.openTab('Runs');
  const runs = panel.root.getByRole('grid', { name: 'Runs, newest first' });
  await runs.getByRole('row', { name: /My order number is A-20417/ }).click();
  await panel.root.getByRole('button', { name: 'Set a title …' }).click();
  await panel.root.getByRole('textbox', { name: 'Title' }).fill('The order <b>');
  await panel.root.getByRole('button', { name: 'Save the title' }).click();
  await expect(runs.getByRole('row', { name: /The order <b>/ })).toContainText('title');

  await playground.reload();
  await panel.openTab('Runs');
  await expect(runs.getByRole('row', { name: /The order <b>/ })).toContainText('title');
});

test('[CKP-1] a person goes back to a checkpoint, and the chat goes on from there', async ({
  playground,
}) => {
  await playground.openChat();
  await playground.say('My order number is A-20417');
  await playground.say('Hello');
  await playground.say('My seat is 14C');
  const { panel } = playground;
  await panel.openTab('Runs');
  await panel.root.getByRole('radio', { name: 'Checkpoints' }).click();
  await expect(
    panel.root.getByRole('region', { name: 'How the session would continue' }),
  ).toContainText('Nothing more is to be done');
  const kept = panel.root
    .getByRole('grid', { name: 'Checkpoints, newest first' })
    .getByRole('row', { name: /reply/ });
  await playground.say('Thanks');
  await kept.last().click();
  await panel.root.getByRole('button', { name: 'Branch from here …' }).click();
  await panel.root.getByRole('button', { name: 'Branch from it' }).click();
  await expect(panel.root.getByText(/^The conversation continues after message #\d/)).toBeVisible();
  await expect(kept.first()).toContainText('another branch');
  await expect(playground.messages.getByText('Thanks', { exact: true })).toBeHidden();
});
