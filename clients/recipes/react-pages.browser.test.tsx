import { textOf } from '@agent-memory/core';
import { AuiIf, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ServerAnswer } from '../../packages/react/src/testing/chat-server.ts';
import { openChatRoom, saying } from '../../packages/react/src/testing/chat-server-room.ts';
import { clearSession, storedSession } from '../testing/fresh-session.ts';
import { addressPage } from '../testing/page-address.ts';
import { openAiFault } from '../testing/servers/openai-rules.ts';

afterEach(cleanup);

interface Page {
  readonly name: string;
  readonly load: () => Promise<ComponentType>;
  readonly answers: readonly ServerAnswer[];
}

const CHATS: readonly Page[] = [
  {
    name: 'ai-sdk',
    load: async () => (await import('./ai-sdk.tsx')).Chat,
    answers: [saying('Seat 14C, noted.'), saying('It is 14C.')],
  },
  {
    name: 'tanstack-ai',
    load: async () => (await import('./tanstack-ai.tsx')).Chat,
    answers: [
      { ...saying('Seat 14C, noted.'), sdk: 'tanstack' },
      { ...saying('It is 14C.'), sdk: 'tanstack' },
    ],
  },
  {
    name: 'assistant-ui',
    load: async () => {
      const { Runtime } = await import('./assistant-ui.tsx');
      return () => (
        <Runtime>
          <Thread />
        </Runtime>
      );
    },
    answers: ['Seat 14C, noted.', 'It is 14C.'].map((content) => ({
      kind: 'raw',
      body: JSON.stringify({ role: 'assistant', content }),
    })),
  },
];

test.each(CHATS)(
  '[RCT-5] the page $name of docs/recipes: a talk is sent, shown, kept and there again after a reload',
  async ({ name, load, answers }) => {
    await clearSession();
    const room = openChatRoom();
    await room.script(...answers);
    addressPage({ '/api/chat': room.api });
    const Chat = await load();
    render(<Chat />);
    await say('My seat is 14C.');
    await screen.findByText('Seat 14C, noted.');
    await say('Which seat?');
    await screen.findByText('It is 14C.');

    const [, second] = await room.requests();
    expect(JSON.stringify(second)).toContain('My seat is 14C.');
    if (name === 'assistant-ui') {
      const rules = { windowTokens: 128_000 };
      expect(openAiFault({ ...second, model: 'strict' }, rules)).toBeUndefined();
    }
    cleanup();
    const texts = async () => {
      const memory = await storedSession();
      return memory.entries().map(({ message }) => textOf(message));
    };
    await expect
      .poll(texts)
      .toEqual(['My seat is 14C.', 'Seat 14C, noted.', 'Which seat?', 'It is 14C.']);
  },
);

async function say(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Message' });
  const form = field.closest('form');
  if (!form) throw new Error('The field stands in no form.');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(form);
}

/**
 * A thread as small as can be, in place of the app's own. An answer is shown before it is kept; until then
 * assistant-ui ignores what is submitted, so the field is absent.
 */
function Thread() {
  return (
    <>
      <ThreadPrimitive.Messages>
        {() => (
          <MessagePrimitive.Root>
            <MessagePrimitive.Parts />
          </MessagePrimitive.Root>
        )}
      </ThreadPrimitive.Messages>
      <AuiIf condition={({ thread }) => !thread.isLoading && !thread.isRunning}>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
        </ComposerPrimitive.Root>
      </AuiIf>
    </>
  );
}
