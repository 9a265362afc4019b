import { type AgentMemory, type MemoryStore, StoreConflictError } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerAnswer } from '../testing/chat-server.ts';
import {
  aChat,
  aMemory,
  aRoom,
  inTwoTabs,
  keptIsShown,
  saidInAnotherTab,
  says,
  shown,
} from '../testing/chat-server-chats.ts';
import { saying, wordsOf } from '../testing/chat-server-room.ts';

let databases = 0;

function aDatabase(): string {
  databases += 1;
  const databaseName = `chat-in-tabs-${databases}`;
  onTestFinished(() => void indexedDB.deleteDatabase(databaseName));
  return databaseName;
}

/** A store on that database, as each tab has one of its own. */
function aStore(databaseName: string): MemoryStore {
  const store = indexedDbStore({ databaseName });
  onTestFinished(() => store.close());
  return store;
}

/** The words of all branches in the database. */
async function storedWords(databaseName: string, id: string): Promise<readonly string[]> {
  const { entries = [] } = (await aStore(databaseName).load(id)) ?? {};
  return entries.map(({ message }) =>
    message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );
}

/** A store of a tab that is always the second: another one says something before each of its commits. */
function alwaysSecond(store: MemoryStore, other: AgentMemory) {
  let isSecond = true;
  let ahead = 0;
  const { address = '' } = store;
  const second: MemoryStore = {
    ...{ name: store.name, persistent: store.persistent, address },
    load: (...given) => store.load(...given),
    list: (...given) => store.list(...given),
    delete: (...given) => store.delete(...given),
    close: () => store.close(),
    async commit(...given) {
      if (isSecond) {
        ahead += 1;
        await other.append({ role: 'user', content: `Ahead ${ahead}` });
      }
      await store.commit(...given);
    },
  };
  const letGo = () => {
    isSecond = false;
    return ahead;
  };
  return { second, letGo };
}

test('[NS-2] [RCT-5] where another tab was first the words of both are stored, and a chat has no error', async () => {
  const databaseName = aDatabase();
  const room = await aRoom(saying('Hello.'), saying('Good morning.'));
  const one = aMemory({ id: 'tabs', store: aStore(databaseName) });
  const other = aMemory({ id: 'tabs', store: aStore(databaseName) });
  const [chat, otherChat] = [aChat(one, room), aChat(other, room)];
  await Promise.all([
    chat.sendMessage({ text: 'From one' }),
    otherChat.sendMessage({ text: 'From the other' }),
  ]);
  expect([chat.error, otherChat.error]).toEqual([undefined, undefined]);
  const words = ['From one', 'From the other', 'Good morning.', 'Hello.'];
  await expect
    .poll(async () => (await storedWords(databaseName, 'tabs')).toSorted())
    .toEqual(words);
  expect(one.getState().store.owed).toBe(0);
});

test('[NS-2] [RCT-5] a question that another tab is before every time is the error of its chat, once the answer is shown', async () => {
  const databaseName = aDatabase();
  const room = await aRoom(saying('Hello, ', { type: 'wait' }, 'Ada.'));
  const other = aMemory({ id: 'tabs', store: aStore(databaseName) });
  const { second, letGo } = alwaysSecond(aStore(databaseName), other);
  const memory = aMemory({ id: 'tabs', store: second });
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'Hi' });
  await expect.poll(() => shown(chat).at(-1)).toBe('Hello, ');
  expect(memory.getState().error).toBeInstanceOf(StoreConflictError);
  const ahead = letGo();
  expect(ahead).toBeGreaterThanOrEqual(60);
  await room.go();
  await sending;
  expect(shown(chat)).toEqual(['Hi', 'Hello, Ada.']);
  expect(chat.error).toBeInstanceOf(StoreConflictError);
  await expect.poll(() => memory.getState().store.owed).toBe(0);
  const words = await storedWords(databaseName, 'tabs');
  expect(words).toEqual(expect.arrayContaining(['Ahead 1', `Ahead ${ahead}`, 'Hi', 'Hello, Ada.']));
  expect(words).toHaveLength(ahead + 2);
});

test('[STO-7] [RCT-5] a chat on a session that its page has deleted shows the answer, and then why nothing is stored', async () => {
  const databaseName = aDatabase();
  const room = await aRoom(saying('Hello.'), saying('Who are you?'));
  const store = aStore(databaseName);
  const memory = aMemory({ id: 'tabs', store });
  const chat = aChat(memory, room);
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.error).toBeUndefined();
  await expect.poll(() => storedWords(databaseName, 'tabs')).toEqual(['Hi', 'Hello.']);
  await sessionCatalog(store).delete('tabs');
  await chat.sendMessage({ text: 'Do you know me?' });
  expect(shown(chat)).toEqual(['Hi', 'Hello.', 'Do you know me?', 'Who are you?']);
  expect(chat.error).toBeInstanceOf(StoreConflictError);
  expect(await storedWords(databaseName, 'tabs')).toEqual([]);
});

/** A chat in each of two tabs of one session: both show its first turn. */
async function twoChats(...answers: readonly ServerAnswer[]) {
  const room = await aRoom(saying('Hello.'), ...answers);
  const [one, other] = await inTwoTabs(indexedDbStore);
  const chat = aChat(one, room);
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(one, chat);
  await expect.poll(() => other.entries()).toHaveLength(2);
  const otherChat = aChat(other, room, { messages: await other.messages({ format: aiSdkUi }) });
  return { room, one, chat, other, otherChat };
}

const codesOf = (memory: AgentMemory) => memory.getState().degraded.map(({ code }) => code);

/** Waits until both tabs hold these words. */
async function bothHold(tabs: readonly AgentMemory[], words: readonly string[]): Promise<void> {
  for (const tab of tabs)
    await expect
      .poll(async () => (await tab.messages({ format: aiSdkUi })).map(wordsOf))
      .toEqual(words);
}

test('[NS-2] [RCT-5] a turn of another tab that a chat never showed stays, in front of its next one', async () => {
  const { room, one, chat, other, otherChat } = await twoChats(saying('Oslo.'), saying('Rome.'));
  await otherChat.sendMessage({ text: 'Norway?' });
  await expect.poll(() => one.entries()).toHaveLength(4);
  await chat.sendMessage({ text: 'Italy?' });
  const talk = ['Hi', 'Hello.', 'Norway?', 'Oslo.', 'Italy?', 'Rome.'];
  expect((await room.requests()).at(-1)?.messages.map(wordsOf)).toEqual(talk.slice(0, -1));
  await bothHold([one, other], talk);
  expect([one, other].flatMap((tab) => tab.branches())).toHaveLength(2);
  expect([one, other].flatMap(codesOf)).toEqual([]);
});

test('[NS-2] [RCT-5] a turn of another tab that comes while a chat is answered stays, in front of the answer', async () => {
  const { room, one, chat, other } = await twoChats(saying('Ro', { type: 'wait' }, 'me.'));
  const sending = chat.sendMessage({ text: 'Italy?' });
  await says(chat, 'Ro');
  await saidInAnotherTab(other, one, 'Norway?', 'Oslo.');
  await one.messages();
  await room.go();
  await sending;
  await bothHold([one, other], ['Hi', 'Hello.', 'Italy?', 'Norway?', 'Oslo.', 'Rome.']);
  expect([one, other].flatMap(codesOf)).toEqual([]);
});

test('[NS-2] [RCT-5] both tabs say where a turn became a branch because the other wanted an earlier answer again', async () => {
  const { one, chat, other } = await twoChats(saying('Good day.'));
  await saidInAnotherTab(other, one, 'Norway?', 'Oslo.');
  const headId = other.getState().headId;
  await chat.regenerate();
  await bothHold([one, other], ['Hi', 'Good day.']);
  for (const tab of [one, other])
    await expect.poll(() => codesOf(tab)).toEqual(['STORED_AS_BRANCH']);
  await one.moveHead(headId);
  await bothHold([one, other], ['Hi', 'Hello.', 'Norway?', 'Oslo.']);
});
