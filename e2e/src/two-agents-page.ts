import { expect, type Locator, type Page } from '@playwright/test';

/** The mode “Two agents”, as a person uses it. */
export class TwoAgentsPage {
  readonly page: Page;
  readonly tour: Locator;
  /** The outcome of the last act. */
  readonly outcome: Locator;
  readonly keys: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tour = page.getByRole('region', { name: 'Tour' });
    this.outcome = page.getByRole('form', { name: 'Acts' }).getByRole('paragraph');
    this.keys = page.getByRole('region', { name: 'Shared keys' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Two agents' }).check();
    await expect(this.tour).toBeVisible();
  }

  /** Takes the next step of the tour, which begins with these words. */
  async take(words: string): Promise<void> {
    const step = this.tour.getByRole('button').filter({ hasText: words });
    await expect(step).not.toHaveAttribute('aria-disabled', 'true');
    await step.click();
  }

  /** Takes the whole tour. */
  async takeAll(): Promise<void> {
    for (let step = 2; step <= 10; step += 1) {
      await this.take('“');
      await expect(this.tour).toContainText(step > 9 ? 'All 9 steps' : `Step ${step} of 9`);
    }
  }

  /** Has an agent do something of one's own, and waits until it is done. */
  async do(
    agent: 'Planner' | 'Writer',
    way: 'Tell' | 'Note' | 'Share' | 'Ask',
    text: string,
  ): Promise<void> {
    await this.page.getByRole('radio', { name: agent }).check();
    await this.page.getByRole('radio', { name: way, exact: true }).check();
    const form = this.page.getByRole('form', { name: 'Acts' });
    await form.getByRole('textbox').fill(text);
    await form.getByRole('button', { name: 'Do it' }).click();
    await expect(form).toHaveAttribute('aria-busy', 'false');
  }

  /** The card of an agent. */
  sees(agent: 'Planner' | 'Writer'): Locator {
    return this.page.getByRole('region', { name: `The ${agent} sees` });
  }
}
