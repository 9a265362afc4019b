import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { PlaygroundPage } from './src/playground-page.ts';

/** Calls of the errand, each of which the shop has to serve exactly once. */
const ERRAND = [
  'list_orders',
  ...['lookup_order', 'lookup_order', 'track_parcel', 'lookup_order', 'track_parcel'],
];
const REPORT = /You have 3 open orders\./;

/** The calls that the shop has served, as it noted them; the notes are of the browser, not of a page. */
async function servedCalls(page: Page): Promise<readonly { key: string; toolName: string }[]> {
  return page.evaluate(() =>
    JSON.parse(localStorage.getItem('agent-memory.playground.shop') ?? '[]'),
  );
}

async function expectWholeErrand(playground: PlaygroundPage): Promise<void> {
  await expect(playground.lastMessage).toContainText(REPORT);
  await expect(playground.button('Send')).toBeVisible();
  await expect(playground.messages.getByRole('article')).toHaveCount(2 + 2 * ERRAND.length);
  const served = await servedCalls(playground.page);
  expect(served.map(({ toolName }) => toolName)).toEqual(ERRAND);
  expect(new Set(served.map(({ key }) => key)).size).toBe(ERRAND.length);
}

/** A page of its own for each journey, so that it can be closed in the middle. */
async function openIn(context: BrowserContext): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(await context.newPage());
  await playground.open();
  return playground;
}

/** Numbers that look random and are the same each time. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** A step takes the page about this long: half on the way to the shop, half on the way back. */
const STEP_MS = 300;
const numbers = seeded(20_261_123);
const POINTS = Array.from({ length: 10 }, () => ({
  step: 1 + Math.floor(numbers.next().value * (ERRAND.length + 1)),
  afterMs: Math.floor(numbers.next().value * STEP_MS),
}));

/** Lets the page work on the errand up to a moment, and there its time stands still. */
async function workUntil(
  playground: PlaygroundPage,
  { step, afterMs }: (typeof POINTS)[number],
): Promise<void> {
  const { page } = playground;
  await playground.openAssistant();
  await playground.holdTime();
  await playground.messageField.fill('Check my orders');
  await playground.messageField.press('Enter');
  await playground.passUntil(() => page.getByText(`Step ${step}`, { exact: true }).isVisible());
  await page.clock.runFor(afterMs);
}

for (const [index, point] of POINTS.entries()) {
  const where = `${point.afterMs} ms into step ${point.step}`;
  test(`[CKP-1] point ${index + 1}: a page that is closed ${where} goes on when it is opened again, and nothing is called twice`, async ({
    playground,
    context,
  }) => {
    await workUntil(playground, point);
    await expect(playground.messages).not.toContainText('open orders');
    await playground.page.close();

    const again = await openIn(context);
    // The clock that stands still is the context's.
    await again.letTimeFlow();
    await expect(again.notice.filter({ hasText: 'Resumed at step' })).toContainText(
      new RegExp(`^Resumed at step (${point.step}|${point.step + 1}) of “Check my orders”`),
    );
    await expectWholeErrand(again);
  });
}

test('[CKP-1] “Kill this tab” takes the page away in the middle of a call; it says at which step it goes on', async ({
  playground,
}) => {
  const { page } = playground;
  // The shop has served the call, and the page does not know yet.
  await workUntil(playground, { step: 4, afterMs: 200 });
  const before = await servedCalls(page);
  await playground.button('Kill this tab').click();
  await expect(playground.notice.filter({ hasText: 'Resumed at step' })).toHaveText(
    'Resumed at step 4 of “Check my orders”. track_parcel was under way when the page went away: the shop is asked what became of the call, so that it is not made twice.',
  );
  await playground.letTimeFlow();
  await expectWholeErrand(playground);
  expect((await servedCalls(page)).slice(0, before.length)).toEqual(before);

  await playground.say('Thanks!');
  await expect(playground.notice.filter({ hasText: 'Resumed at step' })).toBeHidden();
  await page.reload();
  await expect(playground.lastMessage).toContainText('You are welcome.');
  await expect(playground.notice.filter({ hasText: 'Resumed at step' })).toBeHidden();
});

test('[CKP-1] a run that was stopped stays stopped', async ({ playground }) => {
  await workUntil(playground, { step: 3, afterMs: 0 });
  await playground.button('Stop').click();
  await playground.letTimeFlow();
  await expect(playground.lastMessage).toContainText('Stopped.');
  await playground.page.reload();
  await expect(playground.lastMessage).toContainText('Stopped.');
  await expect(playground.button('Send')).toBeVisible();
  expect((await servedCalls(playground.page)).length).toBeLessThan(ERRAND.length);
});

test('[BLK-1] [CMP-9] a value that left the context long ago is brought back by recall, and used', async ({
  playground,
}) => {
  await playground.openAssistant();
  await playground.setBudget(2_000);
  await playground.say('Where is my order B-7781?');
  const answer = (await playground.lastMessage.textContent()) ?? '';
  const tracking = /TRK-\d{8}/.exec(answer)?.[0] ?? 'no tracking number';
  for (let story = 0; story < 4; story += 1) await playground.say('Tell me a long story');
  const result = playground.messages.getByRole('article', { name: 'Tool, message 2' });
  await expect(result.getByRole('button', { name: 'Left the context' })).toBeVisible();

  await playground.say('Where is my parcel of order B-7781?');
  for (const tool of ['search_session', 'recall', 'track_parcel']) {
    await expect(playground.messages.getByText(tool, { exact: true })).toHaveCount(1);
  }
  await expect(playground.lastMessage).toContainText(
    new RegExp(`Parcel ${tracking} was last seen in .* recall brought it back\\.`),
  );
  const served = await servedCalls(playground.page);
  expect(served.map(({ toolName }) => toolName)).toEqual(['lookup_order', 'track_parcel']);
  await expect(playground.verdict).toHaveText(/^Never sent over budget/);
});

test('no answer is made up of its own greeting, and one sentence can hold two facts', async ({
  playground,
}) => {
  await playground.openAssistant();
  await playground.say('hello');
  await playground.say('What is my order number?');
  await expect(playground.lastMessage).toContainText(
    'I do not see your order number anywhere in the context I was given.',
  );
  await playground.say('My order is ZFA04Y and I live in Ghent');
  await expect(playground.lastMessage).toContainText('your order is ZFA04Y');
  await expect(playground.lastMessage).toContainText('you live in Ghent');
  await playground.say('Look up my order');
  await expect(playground.lastMessage).toContainText('Order ZFA04Y is');
  await playground.say('Where do I live?');
  await expect(playground.lastMessage).toContainText('You live in Ghent.');
});
