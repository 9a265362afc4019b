import { ContextOverflowError, createAgentMemory, fixedBudget, textOf } from '@agent-memory/core';
import {
  BrokenStreamError,
  type ChatReply,
  ContextTooLongError,
  EMPTY_REPLY,
} from '@agent-memory/models';
import { expect, test } from 'vitest';
import type { ContextRequest, ContextResult } from '../session/use-session.ts';
import type { Answer } from './ask-model.ts';
import { runTurn, type Task } from './run-turn.ts';

function reply(text: string, more: Partial<ChatReply> = {}): ChatReply {
  return { ...EMPTY_REPLY, text, ...more };
}

function whole(text: string, more: Partial<ChatReply> = {}): Answer {
  return { kind: 'whole', reply: reply(text, { finishReason: 'stop', ...more }) };
}

const REQUEST = { baseUrl: 'http://localhost:11434/v1', model: 'small' };

function tooLong(text = ''): Answer {
  const failure = { kind: 'context-too-long', serverMessage: '' } as const;
  return { kind: 'failed', reply: reply(text), error: new ContextTooLongError(failure, REQUEST) };
}

const BROKEN = {
  kind: 'failed',
  error: new BrokenStreamError({ kind: 'connection-lost' }, REQUEST),
} as const;

/** Four questions with their answers. */
function aLongTalk() {
  return ['Lisbon', 'Porto', 'Braga', 'Faro'].flatMap((city) => [
    { role: 'user' as const, content: `Tell me about ${city}.` },
    { role: 'assistant' as const, content: `${city} has streets and a harbour. `.repeat(20) },
  ]);
}

/** A memory with a server that gives these answers, one after the other. */
function aTalk(...answers: readonly Answer[]) {
  const memory = createAgentMemory({ id: 'talk', budget: fixedBudget(8_000) });
  const requests: ContextRequest[] = [];
  const asked: string[] = [];
  const thoughts: string[] = [];
  const controller = new AbortController();
  let ids = 0;
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
  const run = (task: Task, ask?: () => Promise<Answer>) =>
    runTurn(task, {
      memory,
      requestContext,
      ask: async (messages) => {
        asked.push(JSON.stringify(messages.at(-1)));
        const answer = ask ? await ask() : answers[asked.length - 1];
        if (!answer) throw new Error('No answer was scripted.');
        return answer;
      },
      createId: () => {
        ids += 1;
        return `answer-${ids}`;
      },
      onThought: (entryId, thinking) => thoughts.push(`${entryId}: ${thinking}`),
      signal: controller.signal,
    });
  const say = (text: string) => run({ kind: 'say', text });
  const again = () => run({ kind: 'answer-again' });
  const said = (): string[] => memory.entries().map(({ message }) => textOf(message));
  return { memory, requests, asked, thoughts, controller, run, say, again, said };
}

test('a question and its answer are appended, the thoughts kept apart', async () => {
  const { say, said, thoughts } = aTalk(whole('Hello.', { thinking: 'Hm' }));
  expect(await say('Hi')).toEqual({ kind: 'answered', notes: [] });
  expect(said()).toEqual(['Hi', 'Hello.']);
  expect(thoughts).toEqual(['answer-1: Hm']);
});

test('memory learns what the server counted', async () => {
  const { memory, say } = aTalk(whole('Hello.', { usage: { inputTokens: 400 } }));
  const before = memory.getState().ledger;
  await say('Hi');
  expect(memory.getState().ledger).not.toEqual(before);
});

test('a report that cannot be meant is told, and the answer stays', async () => {
  const { say, said } = aTalk(whole('Hello.', { usage: { inputTokens: -1 } }));
  const end = await say('Hi');
  expect(end).toMatchObject({ kind: 'answered' });
  expect('notes' in end && end.notes.join()).toContain('The reported usage was not used');
  expect(said()).toEqual(['Hi', 'Hello.']);
});

test.each([
  { kind: 'stopped', reply: reply('Once upon ') } as const,
  { ...BROKEN, reply: reply('Once upon ') },
])('what arrived of an answer that was cut is kept and marked ($kind)', async (answer) => {
  const { say, said } = aTalk(answer);
  expect((await say('A story')).kind).toBe(answer.kind);
  expect(said()).toEqual(['A story', 'Once upon …']);
});

test('thoughts without words are no answer', async () => {
  const { say, said } = aTalk({ ...BROKEN, reply: reply('', { thinking: 'Hm' }) });
  expect(await say('Hi')).toMatchObject({ kind: 'failed', reply: { thinking: 'Hm' } });
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
  await again();
  expect(said()).toEqual(['Hi', 'Two.']);
  expect(asked[1]).toBe(asked[0]);
  expect(memory.entry('answer-1')).toBeDefined();
});

test('[MSG-5] a second try that gets nowhere leaves the answer that there was', async () => {
  const { say, again, said } = aTalk(whole('One.'), { ...BROKEN, reply: reply('') });
  await say('Hi');
  expect((await again()).kind).toBe('failed');
  expect(said()).toEqual(['Hi', 'One.']);
});

test('a question without an answer is asked again as it stands', async () => {
  const { say, again, said } = aTalk({ ...BROKEN, reply: reply('') }, whole('Hello.'));
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
  const { memory, controller, run } = aTalk();
  const closing = async (): Promise<Answer> => {
    controller.abort();
    await memory.dispose();
    return whole('Hello.');
  };
  await expect(run({ kind: 'say', text: 'Hi' }, closing)).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
  });
});
