import { type AgentMemory, createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ContextResult } from '../session/use-session.ts';
import { aConnection, aStream, failing, type Scripted } from './scripted-connection.ts';
import { SILENCE_MS } from './stream-reply.ts';
import { type ChatState, useEndpointChat } from './use-endpoint-chat.ts';

afterEach(cleanup);

const SERVER = { address: 'http://localhost:11434/v1', key: undefined };

function words(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
}

function aMemory(id: string): AgentMemory {
  return createAgentMemory({ id, budget: fixedBudget(8_000) });
}

function said(memory: AgentMemory): string[] {
  return memory.entries().map(({ message }) => textOf(message));
}

function aChat(...answers: readonly Scripted[]) {
  const connection = aConnection(answers);
  const first = aMemory('first');
  const rendered: ChatState[] = [];
  const { result, rerender, unmount } = renderHook(
    ({ memory }) => {
      const requestContext = async (): Promise<ContextResult> => ({
        kind: 'sent',
        context: await memory.assemble(),
      });
      const chat = useEndpointChat({
        memory,
        requestContext,
        server: SERVER,
        model: 'small',
        connection,
      });
      rendered.push(chat.state);
      return chat;
    },
    { initialProps: { memory: first }, wrapper: StrictMode },
  );
  const until = (state: ChatState) => waitFor(() => expect(result.current.state).toBe(state));
  return {
    connection,
    memory: first,
    chat: () => result.current,
    rerender,
    unmount,
    rendered,
    until,
  };
}

test('an answer grows, and whoever only asks what the chat does hears nothing of it', async () => {
  const stream = aStream();
  const { chat, memory, rendered, until } = aChat(stream.answer);
  const heard: string[] = [];
  chat().growing.subscribe(() => heard.push(chat().growing.get().text));
  act(() => chat().send('Hi'));
  expect(chat().state).toBe('waiting');
  for (let count = 1; count <= 20; count += 1) {
    stream.write(words('word '));
    await waitFor(() => expect(heard.at(-1)).toBe('word '.repeat(count)));
  }
  await until('answering');
  // Once for the change, and once more each time that React looks twice.
  expect(rendered.filter((state) => state === 'answering').length).toBeLessThanOrEqual(4);
  stream.write('data: [DONE]\n\n');
  stream.end();
  await until('idle');
  expect(said(memory)).toEqual(['Hi', 'word '.repeat(20)]);
  expect(chat().end).toEqual({ kind: 'answered', notes: [] });
});

test('silence shows, and a stop ends it', async () => {
  const stream = aStream();
  const { chat, connection, until } = aChat(stream.answer);
  act(() => chat().send('Hi'));
  await waitFor(() => expect(connection.seen).toHaveLength(1));
  act(() => connection.clock.advance(SILENCE_MS));
  expect(chat().state).toBe('silent');
  act(() => chat().stop());
  await until('idle');
  expect(chat().end).toEqual({ kind: 'stopped' });
});

test('a failure is there to be read, until it is dismissed or the next turn begins', async () => {
  const { chat, until } = aChat(failing, failing, failing, failing);
  act(() => chat().send('Hi'));
  await until('idle');
  expect(chat().end).toMatchObject({ kind: 'failed', failure: { kind: 'unreachable' } });
  act(() => chat().dismiss());
  expect(chat().end).toBeUndefined();
  act(() => chat().answerAgain());
  await until('idle');
  expect(chat().end).toMatchObject({ kind: 'failed' });
});

test('one message is taken at a time', async () => {
  const stream = aStream();
  const { chat, connection, memory, until } = aChat(stream.answer);
  act(() => chat().send('Hi'));
  act(() => chat().send('Ho'));
  stream.write(`${words('Hello.')}data: [DONE]\n\n`);
  stream.end();
  await until('idle');
  expect(said(memory)).toEqual(['Hi', 'Hello.']);
  expect(connection.seen).toHaveLength(1);
});

test('another memory ends the turn of the one before it, which keeps what arrived', async () => {
  const stream = aStream();
  const { chat, memory, rerender, until } = aChat(stream.answer);
  act(() => chat().send('Hi'));
  stream.write(words('Hello '));
  await until('answering');
  rerender({ memory: aMemory('second') });
  expect(chat().state).toBe('idle');
  expect(chat().growing.get().text).toBe('');
  await waitFor(() => expect(said(memory)).toEqual(['Hi', 'Hello …']));
  expect(chat().end).toBeUndefined();
});
