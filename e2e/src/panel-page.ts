import { expect, type Locator } from '@playwright/test';

/** The panel beside the chat. */
export class PanelPage {
  readonly root: Locator;
  /** Rows of the context, without the headings of runs. */
  readonly rows: Locator;
  readonly why: Locator;
  /** The line of the bar: the total, and tokens by tier. */
  readonly budget: Locator;
  /** A compaction that is only thought through. */
  readonly preview: Locator;

  constructor(root: Locator) {
    this.root = root;
    this.preview = root.getByRole('region', { name: 'Preview of a compaction' });
    this.rows = root
      .getByRole('treegrid')
      .getByRole('row')
      .and(root.locator(':not([data-kind="run"])'));
    this.budget = root.getByRole('region', { name: 'Budget' });
    this.why = root.getByRole('region', { name: 'Why' });
  }

  tier(name: 'System' | 'Earlier' | 'Working' | 'Live'): Locator {
    return this.rows.filter({ hasText: new RegExp(`^${name}`) });
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** The first heading of a run in the context; one that a tier interrupts has several. */
  run(number: number): Locator {
    return this.root
      .locator('[role="row"][data-kind="run"]')
      .filter({ hasText: `Run ${number}` })
      .first();
  }

  async openRow(text: string | RegExp): Promise<void> {
    await this.row(text).first().click();
    await expect(this.why).toBeVisible();
  }

  async openTab(
    name: 'Context' | 'Compactions' | 'Values' | 'Runs' | 'Memories' | 'Models' | 'Storage',
  ): Promise<void> {
    await this.root.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  /** The records of long-term memory that are listed. */
  record(text: string | RegExp): Locator {
    return this.root
      .getByRole('grid', { name: 'Records, newest first' })
      .getByRole('row')
      .filter({ hasText: text });
  }

  /** Chooses what the tab for memories shows. */
  async lookAt(
    mode: 'Records' | 'Try a recall' | 'Documents' | 'Audit' | 'Namespaces',
  ): Promise<void> {
    await this.root.getByRole('radio', { name: mode }).click();
  }

  /** Entries of the audit log of long-term memory. */
  entry(text: string | RegExp): Locator {
    return this.root
      .getByRole('grid', { name: 'Audit log, newest first' })
      .getByRole('row')
      .filter({ hasText: text });
  }

  /** Erases all that is remembered of the user. */
  async eraseUser(): Promise<void> {
    await this.openTab('Memories');
    await this.lookAt('Namespaces');
    await this.root.getByRole('button', { name: 'Erase user:local …' }).click();
    await this.root.getByRole('button', { name: /^Erase \d+ records? for good$/ }).click();
    await expect(this.root.getByText(/^Erased for good: /)).toBeVisible();
  }

  /** Chooses a file of records to import, as from a disk. */
  async importRecords(name: string, lines: readonly object[]): Promise<void> {
    const chooser = this.root.page().waitForEvent('filechooser');
    await this.root.getByRole('button', { name: 'Import …' }).click();
    const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    await (await chooser).setFiles({ name, mimeType: 'application/jsonl', buffer });
  }

  /** The details of the selected row. */
  get details(): Locator {
    return this.root.getByRole('region', { name: /^Details: / });
  }

  /** The line that says whether a compaction comes before the next call, and why. */
  get schedule(): Locator {
    return this.root
      .getByRole('definition')
      .filter({ hasText: /^(Next compaction at|The next call compacts) / });
  }

  /** The records of compactions, newest first. */
  get compactions(): Locator {
    return this.root.getByRole('article');
  }

  /** How many items are sent, as the list of the context says. */
  async sentItems(): Promise<number> {
    const label = await this.root.getByRole('radio', { name: /^Sent/ }).textContent();
    return Number(label?.replace(/\D/g, ''));
  }
}
