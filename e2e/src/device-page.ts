import { expect, type Locator, type Page } from '@playwright/test';
import { dropFile } from './drop-file.ts';
import { PlaygroundPage } from './playground-page.ts';

/** The models on this device, as a person chooses among them. */
export class DevicePage {
  readonly page: Page;
  /** The choice of a model. */
  readonly models: Locator;
  /** The way of a model until it chats. */
  readonly preparation: Locator;
  readonly stored: Locator;
  /** The address of a person's own model. */
  readonly address: Locator;

  constructor(page: Page) {
    this.page = page;
    this.models = page.getByRole('region', { name: 'Models on this device' });
    this.preparation = page.getByRole('region', { name: 'Preparation' });
    this.address = page.getByRole('textbox', { name: 'Or its address' });
    this.stored = page.getByRole('region', { name: 'Stored on this device' });
  }

  async open(): Promise<void> {
    await new PlaygroundPage(this.page).openChatWith('On this device');
    await expect(this.models).toBeVisible();
  }

  /** Opens the choice over the chat. */
  async openModels(): Promise<void> {
    await this.button('Models').click();
    await expect(this.models).toBeVisible();
  }

  /** Drops a file of these bytes anywhere on the page. */
  async drop(name: string, bytes: Uint8Array): Promise<void> {
    await dropFile(this.page, name, bytes);
  }

  /** Drops a model and waits until it chats. */
  async start(name: string, bytes: Uint8Array): Promise<void> {
    await this.drop(name, bytes);
    await expect(this.page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  }

  /** Chooses a file by the system's picker. */
  async choose(path: string): Promise<void> {
    await this.page.getByLabel('GGUF model').setInputFiles(path);
  }

  async ask(address: string): Promise<void> {
    await this.address.fill(address);
    await this.button('Check its size').click();
  }

  /** Waits until the model that has this name says this of itself, above the chat. */
  async expectModel(name: string, words: string | RegExp): Promise<void> {
    const line = this.page.getByRole('paragraph').filter({ hasText: name });
    await expect(line.filter({ hasText: words }).first()).toBeVisible();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
