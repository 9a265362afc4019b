import { expect, test } from './src/fixtures.ts';
import type { PlaygroundPage } from './src/playground-page.ts';

type Mood = 'Works' | 'Fails' | 'Hangs' | 'Babbles';

async function behave({ page }: PlaygroundPage, mood: Mood): Promise<void> {
  await page.getByRole('group', { name: 'Summariser' }).getByRole('radio', { name: mood }).check();
}

/** Has stories told until the context was compacted once more. */
async function compactOnce(playground: PlaygroundPage): Promise<void> {
  const compactions = async () => (await playground.fact('compaction')) || 0;
  const before = await compactions();
  await expect(async () => {
    await playground.say('Tell me a long story');
    expect(await compactions()).toBeGreaterThan(before);
  }).toPass();
}

async function openSmall(playground: PlaygroundPage): Promise<void> {
  await playground.openAssistant();
  await playground.setBudget(2_000);
}

const lane = ({ panel }: PlaygroundPage) =>
  panel.root.getByRole('region', { name: 'Models', exact: true });
const newestSummary = ({ panel }: PlaygroundPage) =>
  panel.root.getByRole('list', { name: 'Summaries, newest first' }).getByRole('listitem').first();

for (const [mood, why] of [
  ['Fails', 'It was told to fail.'],
  ['Hangs', 'it did not answer within 2 s'],
  ['Babbles', 'it repeated itself'],
] as const) {
  test(`[CMP-6] [DEV-15] a summariser that ${mood.toLowerCase()} is passed over, and the panel says why`, async ({
    playground,
  }) => {
    await openSmall(playground);
    await behave(playground, mood);
    await compactOnce(playground);
    await expect(playground.verdict).toHaveText(/^Never sent over budget/);
    await playground.panel.openTab('Models');
    await expect(newestSummary(playground)).toContainText('extractive');
    await expect(newestSummary(playground)).toContainText(why);
    await expect(lane(playground)).toContainText('Closed, 1 failure');
  });
}

test('[CMP-6] [DEV-15] after three failures the breaker is open and says until when; back to work, it closes', async ({
  playground,
}) => {
  await playground.page.clock.install();
  await openSmall(playground);
  await playground.panel.openTab('Models');
  await behave(playground, 'Fails');
  for (let failure = 0; failure < 3; failure += 1) await compactOnce(playground);
  await expect(lane(playground)).toContainText(/Open until \d\d:\d\d:\d\d/);
  await expect(lane(playground)).toContainText('3 failures in a row');
  const row = playground.panel.root.getByRole('row', { name: /^practice summariser 3 / });
  await expect(row).toContainText(/3$/);

  await behave(playground, 'Works');
  await playground.page.clock.fastForward(31_000);
  await compactOnce(playground);
  await expect(newestSummary(playground)).toContainText('practice summariser');
  await expect(lane(playground)).toContainText('the summariser is asked when it is needed');
});
