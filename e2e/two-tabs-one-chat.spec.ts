import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { openHidingBrowser } from './src/hiding-browser.ts';
import { PlaygroundPage } from './src/playground-page.ts';

const LEADS = /^this one leads/;
const NOT_SENT = 'Not sent yet';
const FOLLOWS = /^another one leads/;

/** The same chat in one more tab of the same browser. */
async function anotherTab(context: BrowserContext): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(await context.newPage());
  await playground.open();
  await playground.openChat();
  return playground;
}

/** The messages that a tab shows; which of them its own model was sent is another matter. */
async function shownIn({ messages }: PlaygroundPage): Promise<readonly string[]> {
  const texts = await messages.getByRole('article').allTextContents();
  return texts.map((text) => text.replace(NOT_SENT, ''));
}

/** The line of the panel that says which of the tabs leads. */
const leadIn = ({ panel }: PlaygroundPage) =>
  panel.root
    .getByRole('region', { name: 'Where this session is stored' })
    .locator('div', { hasText: /^Tabs/ })
    .getByRole('definition');

/** The browser stops the page as it does with tabs that nobody has looked at for long, or lets it go on. */
async function setFrozen(page: Page, isFrozen: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
  await session.detach();
}

test('[NS-2] what is typed into two tabs of one chat at once is shown in both, and after a reload', async ({
  playground,
  context,
}) => {
  await playground.openChat();
  const other = await anotherTab(context);
  const tabs = [playground, other];
  await playground.messageField.fill('My order number is A-20417');
  await other.messageField.fill('Remember that my seat is 14C.');
  await Promise.all(tabs.map(({ messageField }) => messageField.press('Enter')));

  for (const tab of tabs) {
    await expect(tab.messages).toContainText('My order number is A-20417');
    await expect(tab.messages).toContainText('Remember that my seat is 14C.');
    await expect(tab.button('Send')).toBeVisible();
  }
  // Each text has its own answer after it, and both tabs have one order.
  await expect.poll(async () => (await shownIn(other)).length).toBeGreaterThanOrEqual(4);
  await expect.poll(() => shownIn(playground)).toEqual(await shownIn(other));

  await playground.say('What is my seat?');
  await expect(playground.lastMessage).toContainText('seat is 14C');
  await expect(other.lastMessage).toContainText('seat is 14C');
  const said = await shownIn(other);
  for (const tab of tabs) await tab.reload();
  for (const tab of tabs) await expect.poll(() => shownIn(tab)).toEqual(said);
});

test('[NS-2] one of the tabs leads, and where it is closed the other goes on and leads', async ({
  playground,
  context,
}) => {
  await playground.openChat();
  await playground.panel.openTab('Storage');
  await expect(leadIn(playground)).toHaveText(LEADS);
  const other = await anotherTab(context);
  await other.panel.openTab('Storage');
  await expect(leadIn(other)).toHaveText(FOLLOWS);
  await expect(leadIn(playground)).toHaveText(LEADS);

  await playground.say('My order number is A-20417');
  await playground.close();
  await expect(leadIn(other)).toHaveText(LEADS);
  await other.say('What is my order number?');
  await expect(other.lastMessage).toContainText('“My order number is A-20417.”');
  const said = await shownIn(other);
  await other.reload();
  await expect.poll(() => shownIn(other)).toEqual(said);
});

test('[NS-2] a tab that the browser freezes holds up no other one, which leads until it closes, and shows what it missed', async ({
  baseURL,
}) => {
  const browser = await openHidingBrowser();
  try {
    const openTab = async () => {
      const tab = new PlaygroundPage(await browser.context.newPage());
      await tab.page.goto(baseURL ?? '');
      await tab.openChat();
      await tab.panel.openTab('Storage');
      return tab;
    };
    const cold = await openTab();
    await expect(leadIn(cold)).toHaveText(LEADS);
    await cold.say('Hello');
    const warm = await openTab();
    await expect(leadIn(warm)).toHaveText(FOLLOWS);

    await setFrozen(cold.page, true);
    await expect(leadIn(warm)).toHaveText(LEADS);
    await warm.say('My order number is A-20417');
    const said = await shownIn(warm);
    await setFrozen(cold.page, false);
    await cold.page.bringToFront();
    await expect.poll(() => shownIn(cold)).toEqual(said);
    await expect(leadIn(cold)).toHaveText(FOLLOWS);
    await warm.close();
    await expect(leadIn(cold)).toHaveText(LEADS);
  } finally {
    await browser.close();
  }
});
