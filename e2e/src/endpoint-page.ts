import { expect, type Locator, type Page } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';

/** The settings of an endpoint, as a person fills them in. */
export class EndpointPage {
  readonly page: Page;
  readonly settings: Locator;
  readonly address: Locator;
  readonly key: Locator;
  readonly model: Locator;
  /** The thoughts of the newest answer, folded or not. */
  readonly thinking: Locator;

  constructor(page: Page) {
    this.page = page;
    this.settings = page.getByRole('region', { name: 'Endpoint settings' });
    this.address = this.settings.getByRole('textbox', { name: 'Address' });
    this.key = this.settings.getByLabel(/^API key/);
    this.model = this.settings.getByLabel('Model', { exact: true });
    this.thinking = page
      .getByRole('group')
      .filter({ hasText: /^Thinking/ })
      .last();
  }

  async open(): Promise<void> {
    await new PlaygroundPage(this.page).openChatWith('Your endpoint');
  }

  async openSettings(): Promise<void> {
    await this.button('Settings').click();
    await expect(this.settings).toBeVisible();
  }

  async connect(address: string, key = ''): Promise<void> {
    await this.address.fill(address);
    if (key !== '') await this.key.fill(key);
    await this.button('Connect').click();
  }

  /** Connects, chooses a model and begins to chat. */
  async use(address: string, model = 'parrot-small'): Promise<void> {
    await this.open();
    await this.connect(address);
    await expect(this.settings).toContainText('Connected');
    await this.model.fill(model);
    await this.button('Start chatting').click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
