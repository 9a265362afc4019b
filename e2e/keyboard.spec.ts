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

test('[DEV-10] a session is chosen, played, paused, stepped and asked by keys alone', async ({
  playground,
}) => {
  const { page } = playground;
  await tabTo(page, /^Comparison$/);
  await page.keyboard.press('ArrowRight');
  // The list may be drawn anew while the page is loaded, and the focus is lost then.
  await expect(async () => {
    if ((await playground.button('Play').count()) === 0) {
      await tabTo(page, new RegExp(HEALTHY));
      await page.keyboard.press('Enter');
    }
    expect(await playground.button('Play').count()).toBe(1);
  }).toPass();
  await expect(playground.button('Play')).toBeEnabled();
  await expect(playground.button('Play')).toBeFocused();

  await tabBackTo(page, /^Budget/);
  await page.keyboard.press('Home');
  await expect(playground.budget).toHaveValue('2000');

  await tabTo(page, /^Play$/);
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

  await tabTo(page, /^To the end$/);
  await page.keyboard.press('Space');
  await expect(playground.end).toBeVisible();
  await expect.poll(() => playground.fact('out of it')).toBeGreaterThan(0);
  await expect(playground.button('Replay')).toBeFocused();
  await expect(page.getByRole('log')).toContainText(/Played to the end: \d+ messages/);

  await playground.messages.focus();
  await page.keyboard.press('Home');
  await tabTo(page, /Left the context$/);
  await page.keyboard.press('Enter');
  await expect(playground.panel.root).toContainText('when the context was to be compacted to');
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
  await expect(picker).toHaveValue('thrashing');
  await expect(picker).toBeFocused();

  await playground.button('Play').focus();
  await playground.holdTime();
  await page.keyboard.press('Enter');
  await playground.passUntil(async () => (await playground.position()) > 20);
  await page.keyboard.press('Enter');
  await expect(playground.button('Play')).toBeFocused();
  await playground.letTimeFlow();

  await playground.button('Play').focus();
  await tabTo(page, /^Start over$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ready to play/)).toBeVisible();
  await expect(playground.button('Start over')).toBeFocused();
});

test('[DEV-10] the focus stays on its button when a chat is started over', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openChat();
  await tabTo(page, /^My order number/);
  await page.keyboard.press('Enter');
  await expect(playground.messageField).toBeFocused();
  await expect(playground.lastMessage).toContainText('Got it');
  await expect(playground.button('Send')).toBeVisible();
  await tabBackTo(page, /^Start over$/);
  await page.keyboard.press('Enter');
  await expect(playground.button('My order number is A-20417')).toBeVisible();
  await expect(playground.button('Start over')).toBeFocused();
  await expect(playground.button('Start over')).toHaveAttribute('aria-disabled', 'true');
});

test('[DEV-10] a finished answer is announced once, whole', async ({ playground }) => {
  await playground.openChat();
  await playground.say('Read the page about returns');
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
  await tabTo(page, /^Comparison$/);
  for (const _ of ['sessions', 'chat']) await page.keyboard.press('ArrowRight');
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
