import { expect, type Locator } from '@playwright/test';

/** The panel beside the chat. */
export class PanelPage {
  readonly root: Locator;
  readonly rows: Locator;
  readonly why: Locator;
  /** The bar and its legend: tokens by tier. */
  readonly budget: Locator;

  constructor(root: Locator) {
    this.root = root;
    this.rows = root.getByRole('treegrid').getByRole('row');
    this.budget = root.getByRole('region', { name: 'Budget' });
    this.why = root.getByRole('region', { name: 'Why' });
  }

  tier(name: 'System' | 'Archive' | 'Working' | 'Live'): Locator {
    return this.rows.filter({ hasText: new RegExp(`^${name}`) });
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  async openRow(text: string | RegExp): Promise<void> {
    await this.row(text).first().click();
    await expect(this.why).toBeVisible();
  }
}
