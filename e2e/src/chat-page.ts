import type { Locator, Page } from '@playwright/test';

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

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
