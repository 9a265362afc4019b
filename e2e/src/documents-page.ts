import { expect, type Locator, type Page } from '@playwright/test';
import { dropFile } from './drop-file.ts';

/** The mode “Documents”, as a person uses it. */
export class DocumentsPage {
  readonly page: Page;
  readonly question: Locator;
  /** The passages for the last question. */
  readonly passages: Locator;
  /** A passage that is given to no model. */
  readonly heldBack: Locator;

  constructor(page: Page) {
    this.page = page;
    this.question = page.getByRole('textbox', { name: 'Question' });
    this.passages = page.getByRole('region', { name: 'Passages' }).getByRole('listitem');
    this.heldBack = page.getByRole('region', { name: 'Held back' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Documents' }).check();
    await expect(this.question).toBeVisible();
  }

  async addExample(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add an example' }).click();
    await expect(this.document('Guide to the island')).toBeVisible();
  }

  /** Drops a file anywhere on the page. */
  async drop(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await dropFile(this.page, name, bytes);
  }

  /** Chooses a file by the system's picker. */
  async choose(name: string, content: string | Uint8Array): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Open file …' }).click();
    const buffer = Buffer.from(content);
    await (await chooser).setFiles({ name, mimeType: '', buffer });
  }

  /** A document in the list. */
  document(title: string): Locator {
    return this.page
      .getByRole('list', { name: 'Documents' })
      .getByRole('listitem')
      .filter({ hasText: title });
  }

  /** Asks, and waits until the passages for this very question are there. */
  async ask(question: string): Promise<void> {
    const form = this.page.locator('form', { has: this.question });
    await expect(form).toHaveAttribute('aria-busy', 'false');
    await this.question.fill(question);
    await this.question.press('Enter');
    await expect(this.page.getByRole('heading', { name: question })).toBeVisible();
  }

  /** Removes a document, and says so twice. */
  async remove(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `Remove “${title}” …` }).click();
    await this.page.getByRole('button', { name: 'Remove for good' }).click();
    await expect(this.document(title)).toHaveCount(0);
  }
}
