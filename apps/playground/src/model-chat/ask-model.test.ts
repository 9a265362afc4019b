import {
  type ChatModel,
  type ChatReply,
  EMPTY_REPLY,
  ModelTimeoutError,
} from '@agent-memory/models';
import { expect, test } from 'vitest';
import { askModel } from './ask-model.ts';

const MESSAGES = [{ role: 'user', content: 'Hi' }] as const;

function asked(chat: ChatModel['chat'], { signal } = new AbortController()) {
  const replies: ChatReply[] = [];
  const silences: boolean[] = [];
  const answer = askModel(
    { name: 'small', chat },
    MESSAGES,
    { onReply: (reply) => replies.push(reply), onSilence: (is) => silences.push(is) },
    signal,
  );
  return { answer, replies, silences };
}

test('the answer is told as it grows, silence too', async () => {
  const { answer, replies, silences } = asked(async ({ messages, onDelta, onSilence }) => {
    expect(messages).toBe(MESSAGES);
    onDelta?.({ text: '', thinking: 'Hm' });
    onSilence?.(true);
    onDelta?.({ text: 'One ', thinking: '' });
    onDelta?.({ text: 'two', thinking: '' });
    return { ...EMPTY_REPLY, text: 'One two', thinking: 'Hm' };
  });
  expect(await answer).toMatchObject({ kind: 'whole', reply: { text: 'One two' } });
  expect(replies.map(({ text, thinking }) => [thinking, text])).toEqual([
    ['Hm', ''],
    ['Hm', 'One '],
    ['Hm', 'One two'],
  ]);
  expect(silences).toEqual([true]);
});

test('[OBS-2] the tokens of an answer carry the name of the model, and the time it took', async () => {
  const usage = { inputTokens: 12, outputTokens: 3 };
  const { answer } = asked(async () => ({ ...EMPTY_REPLY, text: 'Hi', usage }));
  const { reply } = await answer;
  expect(reply.usage).toEqual({ ...usage, model: 'small', ms: expect.any(Number) });
});

test('a stop keeps what arrived, whatever the model makes of it', async () => {
  const controller = new AbortController();
  const { answer } = asked(async ({ onDelta }) => {
    onDelta?.({ text: 'One ', thinking: '' });
    controller.abort();
    throw new Error('given up');
  }, controller);
  expect(await answer).toMatchObject({ kind: 'stopped', reply: { text: 'One ' } });
});

test('a failure of the model comes with what had arrived; a fault of the page is thrown', async () => {
  const partial = { ...EMPTY_REPLY, text: 'One ' };
  const request = { baseUrl: 'http://localhost:1/v1', partial };
  const error = new ModelTimeoutError({ kind: 'timed-out', timeoutMs: 1_000 }, request);
  const failing = asked(() => Promise.reject(error));
  expect(await failing.answer).toEqual({ kind: 'failed', reply: partial, error });
  await expect(asked(() => Promise.reject(new Error('bug'))).answer).rejects.toThrow('bug');
});
