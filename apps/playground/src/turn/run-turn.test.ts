import { ContextOverflowError, createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import {
  type ChatModel,
  type ChatReply,
  EMPTY_REPLY,
  EndpointError,
  ModelError,
} from '@agent-memory/models';
import { expect, test } from 'vitest';
import type { ContextRequest, ContextResult } from '../session/use-session.ts';
import { modelAnswerer } from './answerer.ts';
import { runTurn, type Task } from './run-turn.ts';

function reply(text: string, more: Partial<ChatReply> = {}): ChatReply {
  return { ...EMPTY_REPLY, text, ...more };
}

/** What the model does when it is asked. */
type Act = ChatReply | ModelError | 'stopped';

function whole(text: string, more: Partial<ChatReply> = {}): ChatReply {
  return reply(text, { finishReason: 'stop', ...more });
}

const REQUEST = { baseUrl: 'http://localhost:11434/v1', model: 'small' };

function tooLong(text = ''): EndpointError {
  const failure = { kind: 'context-too-long', serverMessage: '' } as const;
  return new EndpointError(failure, { ...REQUEST, partial: reply(text) });
}

function broken(text = '', more: Partial<ChatReply> = {}): EndpointError {
  const partial = reply(text, more);
  return new EndpointError({ kind: 'connection-lost' }, { ...REQUEST, partial });
}

/** Four questions with their answers. */
function aLongTalk() {
  return ['Lisbon', 'Porto', 'Braga', 'Faro'].flatMap((city) => [
    { role: 'user' as const, content: `Tell me about ${city}.` },
    { role: 'assistant' as const, content: `${city} has streets and a harbour. `.repeat(20) },
  ]);
}

/** A memory with a model that does this, one after the other. */
function aTalk(...acts: readonly (Act | (() => Promise<Act>))[]) {
  const memory = createAgentMemory({ id: 'talk', budget: fixedBudget(8_000) });
  const requests: ContextRequest[] = [];
  const asked: string[] = [];
  const controller = new AbortController();
  const requestContext = async (request: ContextRequest): Promise<ContextResult> => {
    requests.push(request);
    const { signal } = controller;
    try {
      const assembling = request.wasTooLong ? memory.onOverflow : memory.assemble;
      return { kind: 'sent', context: await assembling({ signal }) };
    } catch (error) {
      if (error instanceof ContextOverflowError) return { kind: 'refused', error };
      throw error;
    }
  };
  const model: ChatModel = {
    name: 'small',
    async chat({ messages, onDelta }) {
      asked.push(JSON.stringify(messages.at(-1)));
      const next = acts[asked.length - 1];
      const act = typeof next === 'function' ? await next() : next;
      if (act === undefined) throw new Error('No answer was scripted.');
      if (ModelError.isInstance(act)) throw act;
      if (act !== 'stopped') return act;
      onDelta?.({ text: 'Once upon ', thinking: '' });
      controller.abort();
      throw new Error('given up');
    },
  };
  const run = (task: Task) =>
    runTurn(task, modelAnswerer(model), {
      ...{ memory, requestContext, signal: controller.signal },
      onReply: () => undefined,
      onSilence: () => undefined,
    });
  const say = (text: string) => run({ kind: 'say', text });
  const again = () => run({ kind: 'answer-again' });
  const said = (): string[] => memory.entries().map(({ message }) => textOf(message));
  return { memory, requests, asked, controller, say, again, said };
}

test('a question and its answer are appended, without the thoughts', async () => {
  const { say, said } = aTalk(whole('Hello.', { thinking: 'Hm' }));
  expect(await say('Hi')).toEqual({ kind: 'answered', text: 'Hello.' });
  expect(said()).toEqual(['Hi', 'Hello.']);
});

test('memory learns what the server counted', async () => {
  const { memory, say } = aTalk(whole('Hello.', { usage: { inputTokens: 400 } }));
  const before = memory.getState().ledger;
  await say('Hi');
  expect(memory.getState().ledger).not.toEqual(before);
});

test('a report that cannot be meant is told, and the answer stays', async () => {
  const { say, said } = aTalk(whole('Hello.', { usage: { inputTokens: -1 } }));
  await expect(say('Hi')).rejects.toThrow('The reported usage was not used');
  expect(said()).toEqual(['Hi', 'Hello.']);
});

test.each([
  ['stopped', 'stopped'],
  ['failed', broken('Once upon ')],
] as const)('what arrived of an answer that was cut is kept and marked (%s)', async (kind, act) => {
  const { say, said } = aTalk(act);
  expect((await say('A story')).kind).toBe(kind);
  expect(said()).toEqual(['A story', 'Once upon …']);
});

test('thoughts without words are no answer', async () => {
  const { say, said } = aTalk(broken('', { thinking: 'Hm' }));
  expect(await say('Hi')).toMatchObject({ kind: 'failed' });
  expect(said()).toEqual(['Hi']);
});

test('[BUD-4] a context that is too long is made smaller and asked with once more', async () => {
  const { memory, say, said, requests } = aTalk(tooLong(), whole('Hello.'));
  await memory.append(aLongTalk());
  expect(await say('Hi')).toMatchObject({ kind: 'answered' });
  expect(requests.map(({ wasTooLong = false }) => wasTooLong)).toEqual([false, true]);
  expect(said().slice(-2)).toEqual(['Hi', 'Hello.']);
});

test('a context that is too long twice is given up', async () => {
  const { memory, say, asked } = aTalk(tooLong(), tooLong());
  await memory.append(aLongTalk());
  expect(await say('Hi')).toMatchObject({
    kind: 'failed',
    error: { code: 'MODEL_CONTEXT_TOO_LONG' },
  });
  expect(asked).toHaveLength(2);
});

test('one that cannot be made smaller is given up at once, and so is one that was answered in part', async () => {
  const short = aTalk(tooLong());
  expect(await short.say('Hi')).toMatchObject({
    kind: 'failed',
    error: { code: 'MODEL_CONTEXT_TOO_LONG' },
  });
  expect(short.asked).toHaveLength(1);
  const late = aTalk(tooLong('Well'));
  expect(await late.say('Hi')).toMatchObject({ kind: 'failed' });
  expect(late.said()).toEqual(['Hi', 'Well …']);
});

test('[MSG-5] an answer is given anew in place of the old one, which stays stored', async () => {
  const { memory, say, again, said, asked } = aTalk(whole('One.'), whole('Two.'));
  await say('Hi');
  const first = memory.getState().headId;
  await again();
  expect(said()).toEqual(['Hi', 'Two.']);
  expect(asked[1]).toBe(asked[0]);
  expect(first && memory.entry(first)).toBeDefined();
});

test('[MSG-5] a second try that gets nowhere leaves the answer that there was', async () => {
  const { say, again, said } = aTalk(whole('One.'), broken());
  await say('Hi');
  expect((await again()).kind).toBe('failed');
  expect(said()).toEqual(['Hi', 'One.']);
});

test('a question without an answer is asked again as it stands', async () => {
  const { say, again, said } = aTalk(broken(), whole('Hello.'));
  await say('Hi');
  await again();
  expect(said()).toEqual(['Hi', 'Hello.']);
});

test('a stop while the context is assembled asks nobody', async () => {
  const { controller, say, asked, said } = aTalk();
  const turn = say('Hi');
  controller.abort();
  expect((await turn).kind).toBe('stopped');
  expect(asked).toEqual([]);
  expect(said()).toEqual(['Hi']);
});

test('a session that was closed is not taken for a stop', async () => {
  const { memory, controller, say } = aTalk(async () => {
    controller.abort();
    await memory.dispose();
    return whole('Hello.');
  });
  await expect(say('Hi')).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});
