import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type OpenAiMessage,
} from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import {
  type AssistantRuntime,
  AssistantRuntimeProvider,
  type ChatModelAdapter,
  type ThreadHistoryAdapter,
  type ThreadMessage,
  useLocalRuntime,
} from '@assistant-ui/react';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { aMemory, inTwoTabs, saidInAnotherTab } from '../testing/chat-server-chats.ts';
import { assistantUiFormat } from './assistant-ui-format.ts';
import { type MemoryRunInput, memoryChatModel } from './memory-chat-model.ts';
import { memoryHistory } from './memory-history.ts';

afterEach(cleanup);

interface PageProps {
  readonly model: ChatModelAdapter;
  readonly history?: ThreadHistoryAdapter | undefined;
  readonly seen: { runtime?: AssistantRuntime };
}

function Page({ model, history, seen }: PageProps): ReactElement {
  const runtime = useLocalRuntime(model, { ...(history && { adapters: { history } }) });
  seen.runtime = runtime;
  return <AssistantRuntimeProvider runtime={runtime}>{null}</AssistantRuntimeProvider>;
}

/** A thread in a page, as a user has it. */
function aThread(model: ChatModelAdapter, history?: ThreadHistoryAdapter) {
  const seen: PageProps['seen'] = {};
  render(<Page model={model} history={history} seen={seen} />);
  const thread = () => {
    if (!seen.runtime) throw new Error('Nothing was rendered.');
    return seen.runtime.thread;
  };
  const messages = () => thread().getState().messages;
  return {
    thread,
    messages,
    shown: () => messages().map(wordsOf),
    /** Sends behind a message, the last one by default, as soon as the history is loaded. */
    say: async (text: string, parentId: string | null = messages().at(-1)?.id ?? null) => {
      await expect.poll(() => thread().getState().isLoading).toBe(false);
      await act(async () => {
        thread().append({ role: 'user', content: [{ type: 'text', text }], parentId });
      });
    },
  };
}

function wordsOf({ content }: ThreadMessage): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function kept(memory: AgentMemory): Promise<readonly string[]> {
  return (await memory.messages({ format: assistantUiFormat })).map(wordsOf);
}

/** A model that answers with these, one after another, and remembers what it was asked. */
function scripted(...answers: readonly string[]) {
  const asked: MemoryRunInput[] = [];
  return {
    asked,
    run: async function* (options: MemoryRunInput) {
      asked.push(options);
      const text = answers[asked.length - 1];
      if (text === undefined) throw new Error('The model was asked more often than it answers.');
      yield { content: [{ type: 'text', text: text.slice(0, 2) } as const] };
      yield { content: [{ type: 'text', text } as const] };
    },
  };
}

/** Earlier messages, which can leave the context. */
const longTalk = Array.from({ length: 20 }, (_, turn) => ({
  role: turn % 2 === 0 ? 'user' : 'assistant',
  content: `Turn ${turn}: parcel ${1_000 + turn} is in the depot and leaves in the morning.`,
})) satisfies OpenAiMessage[];

test('[RCT-5] a thread of the local runtime is sent as a context and kept', async () => {
  const memory = aMemory({ system: 'Be brief.' });
  const { run, asked } = scripted('Hello.', 'Bye.');
  const { say, shown } = aThread(memoryChatModel(memory, run));
  await say('Hi');
  await expect.poll(shown).toEqual(['Hi', 'Hello.']);
  await say('I am off');
  await expect.poll(shown).toEqual(['Hi', 'Hello.', 'I am off', 'Bye.']);
  expect(asked[1]?.messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'I am off' },
  ]);
  await expect.poll(() => kept(memory)).toEqual(shown());
  expect(memory.entries()).toHaveLength(4);
});

test('[BUD-3] the model gets what fits, and the thread stays whole', async () => {
  const memory = aMemory({ budget: fixedBudget(400) });
  const answers = Array.from({ length: 12 }, (_, turn) => `Parcel ${turn} is in the depot today.`);
  const { run, asked } = scripted(...answers);
  const { say, messages } = aThread(memoryChatModel(memory, run));
  for (let turn = 0; turn < 12; turn += 1) {
    await say(`Question ${turn}: where is parcel ${1_000 + turn}, which I sent you on Monday?`);
    await expect.poll(() => wordsOf(messages().at(-1) as ThreadMessage)).toBe(answers[turn]);
  }
  expect(messages()).toHaveLength(24);
  expect(asked.at(-1)?.messages.length).toBeLessThan(23);
  expect(asked.at(-1)?.plan.totalTokens).toBeLessThanOrEqual(400);
});

test('[RCT-5] what was said before the user stopped is kept, and marked as stopped', async () => {
  const memory = aMemory();
  const model = memoryChatModel(memory, async function* ({ abortSignal }) {
    yield { content: [{ type: 'text', text: 'Well, ' }] };
    await new Promise((_, reject) => {
      abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
    });
  });
  const { say, shown, thread, messages } = aThread(model, memoryHistory(memory));
  await say('Is it so?');
  await expect.poll(shown).toEqual(['Is it so?', 'Well, ']);
  await act(async () => thread().cancelRun());
  await expect.poll(() => kept(memory)).toEqual(['Is it so?', 'Well, ']);
  const [, answer] = await memory.messages({ format: assistantUiFormat });
  expect(answer).toMatchObject({ status: { type: 'incomplete', reason: 'cancelled' } });
  expect(answer?.id).toBe(messages()[1]?.id);
});

test('[RCT-5] a tool that the page runs is answered in the same message', async () => {
  const memory = aMemory();
  const asked: MemoryRunInput[] = [];
  const model = memoryChatModel(memory, async (options) => {
    asked.push(options);
    if (asked.length > 1) return { content: [{ type: 'text', text: 'You are in Oslo.' }] };
    const call = { toolCallId: 'l', toolName: 'location', args: {}, argsText: '{}' };
    return {
      content: [{ type: 'tool-call', ...call, result: { city: 'Oslo' } }],
      status: { type: 'requires-action', reason: 'tool-calls' },
    };
  });
  const { say, shown } = aThread(model, memoryHistory(memory));
  await say('Where am I?');
  await expect.poll(shown).toEqual(['Where am I?', 'You are in Oslo.']);
  expect(asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  await expect
    .poll(() => memory.entries().map(({ message }) => message.role))
    .toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(memory.branches()).toHaveLength(1);
});

test('[BUD-4] where the context is refused as too long a smaller one is assembled', async () => {
  const memory = aMemory({ initialMessages: longTalk });
  const asked: number[] = [];
  const model = memoryChatModel(memory, async ({ plan }) => {
    asked.push(plan.totalTokens);
    if (asked.length === 1) throw new Error('prompt is too long: 9 tokens > 8 maximum');
    return { content: [{ type: 'text', text: 'Hello.' }] };
  });
  const { say, shown } = aThread(model);
  await say('Hi');
  await expect.poll(shown).toEqual(['Hi', 'Hello.']);
  expect(asked[1]).toBeLessThan(asked[0] ?? 0);
});

test('[TOK-5] the usage of the first step is learned', async () => {
  const memory = aMemory();
  const usage = { inputTokens: 640, outputTokens: 3 };
  const model = memoryChatModel(memory, async () => ({
    content: [{ type: 'text', text: 'Hello.' }],
    metadata: { steps: [{ usage }] },
  }));
  const before = memory.getState().ledger;
  const { say } = aThread(model);
  await say('Hi');
  await expect.poll(() => memory.getState().ledger).not.toEqual(before);
});

test('[MSG-5] edits and answers given again are branches, there again after a reload', async () => {
  const store = inMemoryStore();
  const first = aMemory({ id: 'branches', store });
  const { run } = scripted('Heads.', 'Tails.', 'Six.');
  const page = aThread(memoryChatModel(first, run), memoryHistory(first));
  await page.say('Toss a coin.');
  await expect.poll(page.shown).toEqual(['Toss a coin.', 'Heads.']);
  const [question] = page.messages();
  await act(async () => page.thread().startRun({ parentId: question?.id ?? null }));
  await expect.poll(page.shown).toEqual(['Toss a coin.', 'Tails.']);
  await page.say('Roll a die.', null);
  await expect.poll(page.shown).toEqual(['Roll a die.', 'Six.']);
  await expect.poll(() => kept(first)).toEqual(['Roll a die.', 'Six.']);
  const exported = page.thread().export();
  cleanup();
  await first.dispose();

  const second = createAgentMemory({ id: 'branches', contextWindow: 32_000, store });
  const again = aThread(memoryChatModel(second, run), memoryHistory(second));
  await expect.poll(again.shown).toEqual(['Roll a die.', 'Six.']);
  const shape = ({ messages, headId }: typeof exported) => ({
    headId,
    messages: messages
      .map(({ message, parentId }) => [message.id, parentId, wordsOf(message)])
      .sort(),
  });
  expect(shape(again.thread().export())).toEqual(shape(exported));
  expect(second.branches()).toHaveLength(3);
  await second.dispose();
});

test('[MSG-5] a history alone keeps a thread, and another branch is gone on with where it was left', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ id: 'alone', store });
  const answers = ['Heads.', 'Tails.', 'Once more.'];
  const model: ChatModelAdapter = {
    run: async () => ({ content: [{ type: 'text', text: answers.shift() ?? '' }] }),
  };
  const { say, shown, messages, thread } = aThread(model, memoryHistory(memory));
  await say('Toss a coin.');
  await expect.poll(shown).toEqual(['Toss a coin.', 'Heads.']);
  const [question, heads] = messages();
  await act(async () => thread().startRun({ parentId: question?.id ?? null }));
  await expect.poll(() => kept(memory)).toEqual(['Toss a coin.', 'Tails.']);
  await act(async () =>
    thread()
      .getMessageById(messages()[1]?.id ?? '')
      .switchToBranch({ branchId: heads?.id ?? '' }),
  );
  await say('Again.');
  await expect.poll(() => kept(memory)).toEqual(['Toss a coin.', 'Heads.', 'Again.', 'Once more.']);
  expect(memory.branches()).toHaveLength(2);
});

test.each([true, false])(
  '[NS-2] [RCT-5] a turn of another tab that a thread never showed stays, in front of its next one; with a history: %s',
  async (hasHistory) => {
    const [memory, other] = await inTwoTabs(indexedDbStore);
    const { run, asked } = scripted('Hello.', 'Rome.');
    const { say, shown } = aThread(
      memoryChatModel(memory, run),
      hasHistory ? memoryHistory(memory) : undefined,
    );
    await say('Hi');
    await expect.poll(shown).toEqual(['Hi', 'Hello.']);
    await expect.poll(() => other.entries()).toHaveLength(2);
    await saidInAnotherTab(other, memory, 'Norway?', 'Oslo.');
    await say('Italy?');
    await expect.poll(shown).toEqual(['Hi', 'Hello.', 'Italy?', 'Rome.']);
    const talk = ['Hi', 'Hello.', 'Norway?', 'Oslo.', 'Italy?'];
    expect(asked[1]?.messages.map(({ content }) => content)).toEqual(talk);
    await expect.poll(() => kept(other)).toEqual([...talk, 'Rome.']);
    expect(memory.branches()).toHaveLength(1);
  },
);
