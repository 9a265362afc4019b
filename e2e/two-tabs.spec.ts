import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './src/hosts-fixtures.ts';

const GONE = /was closed, or has stopped showing it.*Shown is the last that arrived/;

// High enough for all rows: those out of sight are not in the document.
test.use({ viewport: { width: 1280, height: 1400 } });

/** A tab with the workshop's memory, after its first turns. */
async function workshop(context: BrowserContext, hosts: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(hosts);
  await expect(page.getByText('3 turns')).toBeVisible();
  return page;
}

async function devtoolsPage(context: BrowserContext, hosts: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${hosts}devtools.html`);
  return page;
}

async function sayMore(page: Page, turns: number): Promise<void> {
  await page.getByRole('button', { name: 'Say more' }).click();
  await expect(page.getByText(`${turns} turns`)).toBeVisible();
}

const rowOf = (devtools: Page, turn: number) =>
  devtools.getByRole('row').filter({ hasText: `Answer ${turn}: it is.` });

const choice = (devtools: Page) => devtools.getByRole('combobox', { name: 'Memory that is shown' });

test('[DEV-8] a tab that reloads is attached to again, and its new state is shown', async ({
  context,
  hosts,
}) => {
  const page = await workshop(context, hosts);
  const devtools = await devtoolsPage(context, hosts);
  await expect(rowOf(devtools, 3)).toBeVisible();
  await sayMore(page, 4);
  await expect(rowOf(devtools, 4)).toBeVisible();
  await page.reload();
  await sayMore(page, 5);
  await expect(rowOf(devtools, 5)).toBeVisible();
  await expect(devtools.getByText(GONE)).toBeHidden();
  await expect(choice(devtools)).toBeHidden();
});

test('[DEV-8] a tab that is closed is said to be gone; what it showed stays, and texts that never came say so', async ({
  context,
  hosts,
}) => {
  const page = await workshop(context, hosts);
  const devtools = await devtoolsPage(context, hosts);
  await expect(rowOf(devtools, 3)).toBeVisible();
  const total = await devtools.locator('.total').textContent();
  await page.close({ runBeforeUnload: true });
  await expect(devtools.getByText(GONE)).toBeVisible();
  await expect(devtools.locator('.total')).toHaveText(total ?? 'a total');
  await expect(rowOf(devtools, 3)).toBeVisible();
  await devtools.getByRole('tab', { name: /^Log/ }).click();
  await expect(devtools.getByText(/did not arrive|cannot be/i).first()).toBeVisible();
});

test('[DEV-8] opened late, the page of the devtools shows all calls and texts of before', async ({
  context,
  hosts,
}) => {
  const page = await workshop(context, hosts);
  for (const turns of [4, 5, 6]) await sayMore(page, turns);
  const devtools = await devtoolsPage(context, hosts);
  const strip = devtools.getByRole('slider', { name: 'Calls of the session' });
  await expect(strip).toHaveAttribute('aria-valuemax', '12');
  await rowOf(devtools, 6).click();
  await expect(devtools.getByRole('region', { name: /^Details/ })).toContainText(
    'Answer 6: it is.',
  );
  await strip.press('Home');
  await expect(devtools.getByText(/^Call 1 of 12 · the past/)).toBeVisible();
  await expect(devtools.getByRole('row').filter({ hasText: 'Question 1:' })).toBeVisible();
  await expect(rowOf(devtools, 6)).toBeHidden();
});

test('[DEV-8] of two tabs with one name each is listed, and the other is not shown in place of one that goes', async ({
  context,
  hosts,
}) => {
  const first = await workshop(context, hosts);
  const devtools = await devtoolsPage(context, hosts);
  await expect(rowOf(devtools, 3)).toBeVisible();
  const second = await workshop(context, hosts);
  for (const turns of [4, 5]) await sayMore(second, turns);
  await expect(choice(devtools).getByRole('option')).toHaveText([
    'Support · Workshop',
    'Support · Workshop 2',
  ]);
  await choice(devtools).selectOption('Support · Workshop 2');
  await expect(rowOf(devtools, 5)).toBeVisible();
  await choice(devtools).selectOption('Support · Workshop');
  await expect(rowOf(devtools, 5)).toBeHidden();
  await expect(rowOf(devtools, 3)).toBeVisible();

  await first.close({ runBeforeUnload: true });
  await expect(devtools.getByText(GONE)).toBeVisible();
  await expect(rowOf(devtools, 5)).toBeHidden();
  await choice(devtools).selectOption('Support · Workshop 2');
  await expect(rowOf(devtools, 5)).toBeVisible();
  await expect(devtools.getByText(GONE)).toBeHidden();
});
