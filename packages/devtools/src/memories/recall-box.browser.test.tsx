import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownRecords } from '../testing/known-records.ts';
import { button, overflowing, showMemories } from '../testing/memories-page.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';

const panel = panelPerTest();
const given = () => page.getByRole('list', { name: 'Given out' });
const left = () => page.getByRole('list', { name: 'Left out' });

async function ask(): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('What does Ada prefer?');
  await button('Try').click();
}

test('[DEV-7] each hit says what it costs, and all of them together', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Try a recall' });
  await ask();
  await expect
    .element(
      given()
        .getByText(/^≈\d+ tokens · /)
        .first(),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^≈\d+ tokens together$/)).toBeVisible();
});

test('[DEV-7] hits carry the marks of records that no context has had', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Try a recall' });
  await page.getByRole('textbox', { name: 'Question' }).fill('order number R-20418');
  await button('Try').click();
  await expect.element(given()).toHaveTextContent('never used');
  await page.getByRole('textbox', { name: 'Question' }).fill('green tea');
  await button('Try').click();
  await expect.element(given().getByText('not recalled yet').first()).toBeVisible();
  await longTerm.retrieve({ text: 'green tea' });
  await button('Try').click();
  await expect.poll(() => given().element().textContent).not.toContain('not recalled yet');
});

test('[DEV-10] costs and reasons stay inside at 340 pixels', async () => {
  const { longTerm } = await knownRecords();
  const options = { mode: 'Try a recall', widthPixels: 340 };
  const { shadow } = await showMemories(panel, longTerm, options);
  await ask();
  await expect.element(given()).toBeVisible();
  expect(overflowing(shadow(), '.recall, .recall-form, .recall-results, .hits *')).toEqual([]);
});

test('[LTM-8] a recall that is shown is asked for again once a record of it is erased', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Try a recall' });
  await ask();
  await given().getByRole('button', { name: 'Ada prefers green tea.' }).click();
  await button('Erase …').click();
  await button('Erase for good').click();
  await expect.element(page.getByText(/^Erased for good: 1 record/)).toBeVisible();
  await expect.poll(() => panel.shadow().textContent).not.toContain('green tea');
  await expect.element(given()).toHaveTextContent('aisle');
});

test('[DEV-10] letters that are typed right behind the slash are all in the question', async () => {
  const { longTerm } = await knownRecords();
  await showMemories(panel, longTerm, { mode: 'Try a recall' });
  const question = page.getByRole('textbox', { name: 'Question' });
  const pressed = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
  panel.shadow().querySelector('.toggle-item')?.dispatchEvent(pressed);
  expect(panel.focused()).toBe(question.element());
  await userEvent.keyboard('green tea{Enter}');
  await expect.element(given()).toHaveTextContent('Ada prefers green tea.');
});

test('[DEV-7] a record that is kept from recall is named among those left out, with the rule', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.mute(ids.tea);
  await showMemories(panel, longTerm, { mode: 'Try a recall' });
  await page.getByRole('textbox', { name: 'Question' }).fill('green tea');
  await button('Try').click();
  await expect.element(left()).toHaveTextContent('kept from recall by choice of a person · MUTED');
  await expect.element(left()).toHaveTextContent('Ada prefers green tea.');
});
