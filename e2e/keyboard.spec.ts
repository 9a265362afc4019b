import type { Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { HEALTHY, THRASHING } from './src/playground-page.ts';

/** Tabs until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const read = (label ?? element)?.cloneNode(true) as Element | undefined;
      for (const unread of read?.querySelectorAll('[aria-hidden="true"]') ?? []) unread.remove();
      return element?.getAttribute('aria-label') ?? read?.textContent?.trim() ?? '';
    });
    expect(focused).toMatch(name);
  }).toPass({ intervals: [0] });
}

async function tabBackTo(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name, 'Shift+Tab');
}

test('[DEV-10] a session is chosen, played, slowed, paused, stepped and asked by keys alone', async ({
  playground,
}) => {
  const { page } = playground;
  await tabTo(page, /^Without and with$/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, new RegExp(HEALTHY));
  await page.keyboard.press('Enter');
  await expect(playground.button('Play')).toBeEnabled();
  await expect(playground.button('Play')).toBeFocused();

  await tabBackTo(page, /^Budget$/);
  await page.keyboard.type('2000');
  await page.keyboard.press('Enter');
  await expect(playground.budgetField).toHaveValue('2,000');

  await tabTo(page, /^4×$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '1×' })).toBeChecked();
  await tabBackTo(page, /^Play$/);
  await playground.holdTime();
  await page.keyboard.press('Enter');
  await playground.passUntil(async () => (await playground.position()) > 0);
  await expect(playground.button('Pause')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(playground.button('Play')).toBeFocused();
  await playground.letTimeFlow();

  await page.keyboard.press('Tab');
  await expect(playground.button('Step')).toBeFocused();
  for (let steps = 0; steps < 3; steps += 1) {
    await expect(playground.button('Step')).toBeEnabled();
    const before = await playground.position();
    await page.keyboard.press('Enter');
    await expect.poll(() => playground.position()).toBeGreaterThan(before);
    await expect(playground.button('Step')).toBeFocused();
  }

  await tabTo(page, /^1×$/);
  for (let speeds = 0; speeds < 3; speeds += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'max' })).toBeChecked();
  await tabBackTo(page, /^Play$/);
  await page.keyboard.press('Space');
  await expect.poll(() => playground.fact('left it')).toBeGreaterThan(0);
  await expect(page.getByText(/^All \d+ messages$/)).toBeVisible();
  await expect(playground.button('Replay')).toBeFocused();
  await expect(page.getByRole('log')).toContainText(/Played to the end: \d+ messages/);

  await playground.messages.focus();
  await page.keyboard.press('Home');
  await tabTo(page, /^Left the context/);
  await page.keyboard.press('Enter');
  await expect(playground.messages).toContainText('when the context was compacted to make room');
});

test('[DEV-10] the focus stays where it is when a session is replaced or started over', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.choose(HEALTHY);
  const picker = page.getByRole('combobox', { name: 'Session' });
  await picker.focus();
  await page.keyboard.type(THRASHING.slice(0, 4));
  await expect(page.getByText(/^Ready to play/)).toBeVisible();
  await expect(picker).toHaveValue('bundled/thrashing');
  await expect(picker).toBeFocused();

  await playground.setSpeed('16×');
  await playground.button('Play').focus();
  await playground.holdTime();
  await page.keyboard.press('Enter');
  await playground.passUntil(async () => (await playground.position()) > 20);
  await page.keyboard.press('Enter');
  await expect(playground.button('Play')).toBeFocused();
  await playground.letTimeFlow();

  await playground.messages.focus();
  await page.keyboard.press('Home');
  await expect(playground.button('Newest')).toBeVisible();
  await playground.button('Play').focus();
  await tabBackTo(page, /^Newest$/);
  await page.keyboard.press('Enter');
  await expect(playground.button('Newest')).toBeHidden();
  await expect(playground.messages).toBeFocused();

  await playground.button('Play').focus();
  await tabTo(page, /^Start over$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ready to play/)).toBeVisible();
  await expect(playground.button('Start over')).toBeFocused();
});

test('[DEV-10] the focus stays on the assistant’s button when its talk is started over', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAssistant();
  await tabTo(page, /^What is 12\.5/);
  await page.keyboard.press('Enter');
  await expect(playground.messageField).toBeFocused();
  await expect(playground.lastMessage).toContainText('= 87.5');
  await expect(playground.button('Send')).toBeVisible();
  await tabBackTo(page, /^Start over$/);
  await page.keyboard.press('Enter');
  await expect(playground.button('What is 12.5 * (3 + 4)?')).toBeVisible();
  await expect(playground.button('Start over')).toBeFocused();
  await expect(playground.button('Start over')).toHaveAttribute('aria-disabled', 'true');
});

test('[DEV-10] a finished answer is announced once, whole', async ({ playground }) => {
  await playground.openAssistant();
  await playground.say('Where is my order A-20417?');
  const announced = playground.page.getByRole('log').getByText(/^Assistant: /);
  await expect(announced).toHaveCount(1);
  const answer = (await announced.textContent())?.replace('Assistant: ', '') ?? '';
  await expect(playground.lastMessage).toContainText(answer);
});

test.describe('on a low window', () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 640, height: 360 },
  ]) {
    test.describe(`${viewport.width} × ${viewport.height}`, () => {
      test.use({ viewport });

      test('[DEV-10] the messages have most of the height and can be brought into sight', async ({
        playground,
      }) => {
        await playground.choose(HEALTHY);
        await playground.messages.focus();
        await playground.messages.scrollIntoViewIfNeeded();
        const box = await playground.messages.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(0.6 * viewport.height);
        await expect(playground.messages).toBeInViewport({ ratio: 0.95 });
      });
    });
  }
});

test('[DEV-10] a message is written, sent and stopped by keys alone', async ({ playground }) => {
  const { page } = playground;
  await tabTo(page, /^Without and with$/);
  for (const _ of ['recorded', 'assistant']) await page.keyboard.press('ArrowRight');
  await expect(playground.messageField).toBeVisible();
  await tabTo(page, /^Message$/);
  await page.keyboard.type('Tell me a long story');
  await playground.holdTime();
  await page.keyboard.press('Enter');
  await playground.passUntil(() => playground.hasSaid('The lighthouse'));
  await tabTo(page, /^Stop$/);
  await page.keyboard.press('Enter');
  await playground.letTimeFlow();
  await expect(playground.messageField).toBeFocused();
  await expect(playground.lastMessage).toContainText(/The lighthouse.*…/s);
});
