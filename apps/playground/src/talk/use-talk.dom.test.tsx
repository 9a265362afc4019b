import { type AgentMemory, createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ContextResult } from '../session/use-session.ts';
import { modelAnswerer } from '../turn/answerer.ts';
import { aSpokenModel } from './testing/spoken-model.ts';
import { type TalkState, useTalk } from './use-talk.ts';

afterEach(cleanup);

function aMemory(id: string): AgentMemory {
  return createAgentMemory({ id, budget: fixedBudget(8_000) });
}

function said(memory: AgentMemory): string[] {
  return memory.entries().map(({ message }) => textOf(message));
}

function expectLast<Value>(values: readonly Value[]): Value {
  const last = values.at(-1);
  if (last === undefined) throw new Error('There is none yet.');
  return last;
}

function aChat(chatModel = aSpokenModel()) {
  const first = aMemory('first');
  const answerer = modelAnswerer(chatModel);
  const rendered: TalkState[] = [];
  const { result, rerender, unmount } = renderHook(
    ({ memory }) => {
      const requestContext = async (): Promise<ContextResult> => ({
        kind: 'sent',
        context: await memory.assemble(),
      });
      const chat = useTalk({ memory, requestContext }, answerer);
      rendered.push(chat.state);
      return chat;
    },
    { initialProps: { memory: first }, wrapper: StrictMode },
  );
  const until = (state: TalkState) => waitFor(() => expect(result.current.state).toBe(state));
  /** The answer to the newest request, once it was asked for. */
  const answer = () => waitFor(() => expectLast(chatModel.answers));
  return {
    answer,
    chatModel,
    memory: first,
    chat: () => result.current,
    rerender,
    unmount,
    rendered,
    until,
  };
}

test('an answer grows, and whoever only asks what the chat does hears nothing of it', async () => {
  const { answer, chat, memory, rendered, until } = aChat();
  const heard: string[] = [];
  chat().growing.subscribe(() => heard.push(chat().growing.get().text));
  act(() => chat().begin({ kind: 'say', text: 'Hi' }));
  expect(chat().state).toBe('waiting');
  const { write, end } = await answer();
  for (let count = 1; count <= 20; count += 1) {
    act(() => write('word '));
    expect(heard.at(-1)).toBe('word '.repeat(count));
  }
  await until('answering');
  // Once for the change, and once more each time that React looks twice.
  expect(rendered.filter((state) => state === 'answering').length).toBeLessThanOrEqual(4);
  end();
  await until('idle');
  expect(said(memory)).toEqual(['Hi', 'word '.repeat(20)]);
  expect(chat().end).toEqual({ kind: 'answered', text: 'word '.repeat(20) });
});

test('silence shows, and a stop ends it', async () => {
  const { answer, chat, until } = aChat();
  act(() => chat().begin({ kind: 'say', text: 'Hi' }));
  const { turnSilent } = await answer();
  act(turnSilent);
  expect(chat().state).toBe('silent');
  act(() => chat().stop());
  await until('idle');
  expect(chat().end).toMatchObject({ kind: 'stopped' });
});

test('a failure is there to be read, until it is dismissed or the next turn begins', async () => {
  const { chat, until } = aChat(aSpokenModel({ isThere: false }));
  act(() => chat().begin({ kind: 'say', text: 'Hi' }));
  await until('idle');
  expect(chat().end).toMatchObject({ kind: 'failed', error: { code: 'MODEL_UNREACHABLE' } });
  act(() => chat().dismiss());
  expect(chat().end).toBeUndefined();
  act(() => chat().begin({ kind: 'answer-again' }));
  await until('idle');
  expect(chat().end).toMatchObject({ kind: 'failed' });
});

test('one message is taken at a time', async () => {
  const { answer, chat, chatModel, memory, until } = aChat();
  act(() => chat().begin({ kind: 'say', text: 'Hi' }));
  act(() => chat().begin({ kind: 'say', text: 'Ho' }));
  const { write, end } = await answer();
  act(() => write('Hello.'));
  end();
  await until('idle');
  expect(said(memory)).toEqual(['Hi', 'Hello.']);
  expect(chatModel.answers).toHaveLength(1);
});

test('another memory ends the turn of the one before it, which keeps what arrived', async () => {
  const { answer, chat, memory, rerender, until } = aChat();
  act(() => chat().begin({ kind: 'say', text: 'Hi' }));
  const { write } = await answer();
  act(() => write('Hello '));
  await until('answering');
  rerender({ memory: aMemory('second') });
  expect(chat().state).toBe('idle');
  await waitFor(() => expect(said(memory)).toEqual(['Hi', 'Hello …']));
  expect(chat().end).toBeUndefined();
});
