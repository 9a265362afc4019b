import { expect, type Locator, type Page } from '@playwright/test';
import { writesEnded } from './stored-bytes.ts';

/** The chat of an example, as a person sees it. */
export class ChatPage {
  readonly page: Page;
  readonly messages: Locator;
  readonly lastMessage: Locator;
  readonly field: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.messages = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
    this.lastMessage = this.messages.last();
    this.field = page.getByRole('textbox', { name: 'Message' });
    this.status = page.getByRole('status');
  }

  /** Sends as soon as the chat takes something; does not wait for the answer. */
  async say(text: string): Promise<void> {
    await this.field.fill(text);
    await this.button(/^Send/).click();
  }

  /**
   * Waits until the answer has ended and this many messages are on disk. The status counts a message whose
   * write is under way, and a reload would end that.
   */
  async hasStored(messages: number): Promise<void> {
    await expect(this.status).toHaveText(new RegExp(`^${messages} messages remembered`));
    await writesEnded(this.page);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
