import { expect, type Locator, type Page } from '@playwright/test';
import { PanelPage } from './panel-page.ts';
import { writesEnded } from './stored-bytes.ts';

/** Titles of the sessions that come with the page. */
export const HEALTHY = 'Booking a repair';
export const THRASHING = 'Four musicians, five seats';
export const BLOATED = 'The hour that happened twice';

const FRAME_MS = 17;
/** A step is shown for so long. */
const STEP_MS = 250;

/** One reading of the meter: tokens in the context, and the budget at that moment. */
export interface Reading {
  readonly tokens: number;
  readonly budget: number;
}

/** The playground as a person uses it. */
export class PlaygroundPage {
  readonly page: Page;
  readonly panel: PanelPage;
  readonly messages: Locator;
  readonly facts: Locator;
  readonly alert: Locator;
  readonly notice: Locator;
  readonly budget: Locator;
  /** The meter: tokens of the call that is shown, and its budget. */
  readonly figures: Locator;
  /** The strip of all calls, and what says that one of the past is shown. */
  readonly time: { readonly strip: Locator; readonly banner: Locator };

  constructor(page: Page) {
    this.page = page;
    this.panel = new PanelPage(page.getByRole('complementary', { name: 'Memory' }));
    this.messages = page.getByRole('region', { name: 'Messages' });
    this.facts = page.getByRole('region', { name: 'Facts' });
    this.alert = page.getByRole('alert');
    this.notice = page.getByRole('region', { name: 'Chat' }).getByRole('status');
    this.time = {
      strip: page.getByRole('slider', { name: 'Calls of the session' }),
      banner: page.getByText(/^Call [\d,]+ of [\d,]+ · the past$/),
    };
    this.budget = page.getByRole('slider', { name: /^Budget/ });
    this.figures = page.locator('.time-figures');
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** Loads the page anew, once what it has begun to write is on disk. */
  async reload(): Promise<void> {
    await writesEnded(this.page);
    await this.page.reload();
  }

  /** Closes the tab, once what it has begun to write is on disk. */
  async close(): Promise<void> {
    await writesEnded(this.page);
    await this.page.close();
  }

  /** Goes to one of the three pages. */
  async openPage(name: 'Comparison' | 'Sessions' | 'Chat'): Promise<void> {
    await this.page.getByRole('group', { name: 'Page' }).getByRole('radio', { name }).check();
  }

  async openRecorded(): Promise<void> {
    await this.openPage('Sessions');
  }

  async choose(title: string): Promise<void> {
    await this.openRecorded();
    await this.page.getByRole('button', { name: title }).click();
    await expect(this.button('Play')).toBeEnabled();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Goes to the end without a pause. */
  async playToTheEnd(): Promise<void> {
    await this.button('To the end').click();
    await expect(this.end).toBeVisible();
  }

  /** Plays to the end step by step, in the page's own time. */
  async watchToTheEnd(): Promise<void> {
    await this.holdTime();
    await this.button('Play').click();
    await this.passUntil(() => this.end.isVisible(), STEP_MS);
    await this.letTimeFlow();
  }

  /** The words of the player at the end of its session. */
  get end(): Locator {
    return this.page.getByText(/^All \d+ messages$/);
  }

  /** The panel draws in frames of its own: it is as far as the chat where both say the same figures. */
  async panelCatchesUp(): Promise<void> {
    await expect(async () => {
      const { tokens, budget } = await this.reading();
      const total = (await this.panel.budget.locator('.total').textContent()) ?? '';
      expect(readingOf(total)).toEqual({ tokens, budget });
    }).toPass();
  }

  /** Steps until the player says that it stands at this message, or after it. */
  async stepTo(position: number): Promise<void> {
    for (let at = await this.position(); at < position; at = await this.position()) {
      await this.button('Step').click();
      await expect.poll(() => this.position()).toBeGreaterThan(at);
      await expect(this.button('Step')).toBeEnabled();
    }
  }

  /**
   * The page's time stands still from now on, so that nothing is over before the journey gets to it,
   * however busy the machine. It passes with `passUntil`, and flows again after `letTimeFlow`.
   */
  async holdTime(): Promise<void> {
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 60_000);
  }

  /** Lets time pass, a frame at a time unless told otherwise, until this holds. */
  async passUntil(holds: () => Promise<boolean>, ms = FRAME_MS): Promise<void> {
    const passAndLook = async (): Promise<boolean> => {
      await this.page.clock.runFor(ms);
      return holds();
    };
    await expect.poll(passAndLook, { intervals: [0] }).toBe(true);
  }

  async letTimeFlow(): Promise<void> {
    await this.page.clock.resume();
  }

  async position(): Promise<number> {
    const words = await this.page
      .getByRole('region', { name: 'Player' })
      .getByText(/^(All )?[\d,]+ (of [\d,]+|messages)$/)
      .textContent();
    return figure(/[\d,]+/.exec(words ?? '')?.[0]);
  }

  async setBudget(tokens: number): Promise<void> {
    await this.budget.fill(String(tokens));
    await expect(this.budget).toHaveValue(String(tokens));
    // A slider that has just moved may move on.
    await expect(this.budget).toHaveAttribute('aria-busy', 'false');
    // Before the first call nothing is read.
    await expect.poll(async () => (await this.reading()).budget || tokens).toBe(tokens);
  }

  /** The meter, as it reads now. */
  async reading(): Promise<Reading> {
    return readingOf((await this.figures.allTextContents()).join());
  }

  /** Notes every reading of the meter from now on; returns a function that hands them over. */
  async watchReadings(): Promise<() => Promise<readonly Reading[]>> {
    // Around the strip, which is not there before the first call.
    await this.page.locator('[data-agent-memory-time]').evaluate(({ shadowRoot }) => {
      if (!shadowRoot) throw new Error('The strip stands in a shadow root.');
      const texts = new Set<string>();
      new MutationObserver(() => {
        const text = shadowRoot.querySelector('.time-figures')?.textContent;
        if (text) texts.add(text);
      }).observe(shadowRoot, { subtree: true, childList: true, characterData: true });
      Object.assign(window, { readingsOfTest: texts });
    });
    return async () => {
      const texts = await this.page.evaluate(() => [
        ...(window as unknown as { readingsOfTest: Set<string> }).readingsOfTest,
      ]);
      return texts.map(readingOf);
    };
  }

  /** The words beside the budget: how many messages stand where. */
  async factLines(): Promise<readonly string[]> {
    return this.facts.getByRole('listitem').allInnerTexts();
  }

  /** As many compactions as the panel counts. */
  async compactions(): Promise<number> {
    const tab = this.panel.root.getByRole('tab', { name: /^Compactions/ });
    return figure((await tab.textContent())?.replace(/\D/g, ''));
  }

  /** A number of the facts by its word: `messages`, `left it`. */
  async fact(word: string): Promise<number> {
    const line = (await this.factLines()).find((text) => text.includes(word)) ?? '';
    return Number(line.replaceAll(',', '').match(/\d+/)?.[0] ?? Number.NaN);
  }

  async drop(name: string, content: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], fileName, { type: 'application/json' }));
        return data;
      },
      [name, content] as const,
    );
    const body = this.page.locator('body');
    await body.dispatchEvent('dragover', { dataTransfer: transfer });
    await body.dispatchEvent('drop', { dataTransfer: transfer });
  }

  /** Opens the chat page, where the script answers unless another source is chosen. */
  async openChat(): Promise<void> {
    await this.openPage('Chat');
    await expect(this.messageField).toBeVisible();
  }

  /** Opens the chat page with another source of answers. */
  async openChatWith(name: 'Your endpoint' | 'On this device'): Promise<void> {
    await this.openPage('Chat');
    await this.page.getByRole('radio', { name }).check();
  }

  get messageField(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  /** Says something and waits for the whole answer. */
  async say(text: string): Promise<void> {
    // An answer that is still being said would be counted as one to this message.
    await expect(this.button('Send')).toBeVisible();
    const before = await this.fact('message');
    await this.messageField.fill(text);
    await this.messageField.press('Enter');
    await expect.poll(() => this.fact('message')).toBeGreaterThanOrEqual(before + 2);
    await expect(this.button('Send')).toBeVisible();
  }

  /** Begins a new conversation; what the one before said is gone from the store. */
  async startOver(): Promise<void> {
    await this.button('Start over').click();
    await expect(this.messages.getByRole('article')).toHaveCount(0);
  }

  /** Has stories told until something leaves the context. */
  async fillTheContext(): Promise<void> {
    await expect(async () => {
      await this.say('Tell me a long story');
      expect(await this.fact('out of it')).toBeGreaterThan(0);
    }).toPass();
  }

  /** Tells whether the newest message in the chat contains this text. */
  async hasSaid(text: string): Promise<boolean> {
    const said = await this.messages.getByRole('article').allTextContents();
    return said.at(-1)?.includes(text) ?? false;
  }

  /** The newest message in the chat. */
  get lastMessage(): Locator {
    return this.messages.getByRole('article').last();
  }
}

/** `7,520 of 8,000 tokens` */
function readingOf(facts: string): Reading {
  const [, tokens, budget] = /([\d,]+)\s+of\s+([\d,]+)\s+tokens/.exec(facts) ?? [];
  return { tokens: figure(tokens), budget: figure(budget) };
}

function figure(text: string | undefined): number {
  return Number(text?.replaceAll(',', '') ?? Number.NaN);
}
