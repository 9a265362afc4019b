import type { BrowserContext, Page } from '@playwright/test';
import type { ServerAnswer } from '../packages/react/src/testing/chat-server.ts';
import { patience } from '../scripts/patience.mjs';
import { ChatPage } from './src/chat-page.ts';
import { type ChatPages, serveChatPages } from './src/chat-pages.ts';
import { test as base, expect } from './src/fixtures.ts';
import { storedText, writesEnded } from './src/stored-bytes.ts';

const test = base.extend<object, { chats: ChatPages }>({
  chats: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const chats = await serveChatPages();
      await use(chats);
      await chats.stop();
    },
    { scope: 'worker', timeout: patience.startMs },
  ],
});

/** An answer of these texts; between two of them the server waits. */
type Answer = (...texts: readonly string[]) => ServerAnswer;

const byModel =
  (sdk: 6 | 7 | 'tanstack'): Answer =>
  (...texts) => {
    const lines = texts.map((text) => ({ type: 'text', text }) as const);
    const [first, ...rest] = lines;
    const waits = rest.flatMap((line) => [{ type: 'wait' } as const, line]);
    return { kind: 'model', sdk, steps: [{ lines: first ? [first, ...waits] : [] }] };
  };

const asText: Answer = (...texts) => ({ kind: 'raw', body: texts.join('') });

const STREAMED: readonly (readonly [string, Answer])[] = [
  ['AI SDK 6', byModel(6)],
  ['AI SDK 7', byModel(7)],
  ['TanStack AI', byModel('tanstack')],
];

/** The chat in one more tab of the same browser. */
async function inANewTab(context: BrowserContext, address: string, name: string) {
  const page = await context.newPage();
  await page.goto(`${address}?chat=${encodeURIComponent(name)}`);
  return new ChatPage(page);
}

for (const [name, answer] of STREAMED) {
  test(`${name}: [STO-10] what a reload interrupts is shown again, and the model reads that it was interrupted`, async ({
    context,
    chats,
  }) => {
    const address = await chats.willAnswer(answer('Noted: seat', ' 14C.'), answer('It is 14C.'));
    const chat = await inANewTab(context, address, name);
    await chat.say('My seat is 14C.');
    await expect(chat.lastMessage).toHaveText('Noted: seat');
    await expect.poll(() => storedText(chat.page)).toContain('Noted: seat');
    await chat.page.reload();
    await expect(chat.messages).toHaveText(['My seat is 14C.', 'Noted: seat']);

    await chat.say('Go on.');
    const talk = ['My seat is 14C.', 'Noted: seat', 'Go on.', 'It is 14C.'];
    await expect(chat.messages).toHaveText(talk);
    const [, second] = await chats.requests();
    expect(JSON.stringify(second)).toContain('[The answer was interrupted here.]');
    await expect.poll(() => stored(chat.page)).toContain('It is 14C.');
    await chat.page.reload();
    await expect(chat.messages).toHaveText(talk);
  });
}

const IN_TABS: readonly (readonly [string, Answer])[] = [...STREAMED, ['assistant-ui', asText]];

for (const [name, answer] of IN_TABS) {
  test(`${name}: [NS-2] a turn of another tab goes ahead of the next one of this tab, and both tabs show all of it`, async ({
    context,
    chats,
  }) => {
    const address = await chats.willAnswer(answer('Hello.'), answer('Oslo.'), answer('Rome.'));
    const here = await inANewTab(context, address, name);
    const there = await inANewTab(context, address, name);
    await here.say('Hi');
    await expect(here.messages).toHaveText(['Hi', 'Hello.']);
    await expect.poll(() => stored(there.page)).toContain('Hello.');
    await there.page.reload();
    await expect(there.messages).toHaveText(['Hi', 'Hello.']);
    await there.say('Capital of Norway?');
    await expect(there.lastMessage).toHaveText('Oslo.');
    await expect.poll(() => stored(there.page)).toContain('Oslo.');

    await here.say('And of Italy?');
    await expect(here.lastMessage).toHaveText('Rome.');
    const talk = ['Hi', 'Hello.', 'Capital of Norway?', 'Oslo.', 'And of Italy?'];
    const [, , third] = await chats.requests();
    const places = talk.map((text) => JSON.stringify(third).indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await expect.poll(() => stored(here.page)).toContain('Rome.');
    for (const tab of [here, there]) {
      // assistant-ui reads its history when the page is loaded, and has no way to add to it later.
      if (name === 'assistant-ui') await tab.page.reload();
      await expect(tab.messages).toHaveText([...talk, 'Rome.']);
    }
  });
}

async function stored(page: Page): Promise<string> {
  await writesEnded(page);
  return storedText(page);
}
