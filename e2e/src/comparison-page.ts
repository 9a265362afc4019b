import { expect, type Locator, type Page } from '@playwright/test';

/** The first screen: the same conversation in two contexts. */
export class ComparisonPage {
  readonly page: Page;
  readonly root: Locator;
  readonly newest: Locator;
  readonly memory: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('region', { name: 'Comparison' });
    this.newest = page.getByRole('region', { name: 'Newest that fit' });
    this.memory = page.getByRole('region', { name: 'agent-memory' });
  }

  button(name: 'Play' | 'Pause' | 'Replay' | 'Show the end' | 'Look inside'): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async calls(): Promise<number> {
    return Number(await this.root.getByRole('progressbar').getAttribute('value'));
  }

  /** Lets the page's time pass until this is in sight; the seconds that it took. */
  async secondsUntil(locator: Locator): Promise<number> {
    let seconds = 0;
    await expect
      .poll(
        async () => {
          if (await locator.isVisible()) return true;
          await this.page.clock.runFor(250);
          seconds += 0.25;
          return false;
        },
        { intervals: [0] },
      )
      .toBe(true);
    return seconds;
  }
}
