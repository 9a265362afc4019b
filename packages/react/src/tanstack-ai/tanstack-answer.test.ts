import { EventType, type StreamChunk, type UIMessage } from '@tanstack/ai/client';
import { expect, test } from 'vitest';
import { TanStackAnswer } from './tanstack-answer.ts';

function chunk(type: EventType, fields: Readonly<Record<string, unknown>>): StreamChunk {
  return { type, timestamp: 0, ...fields } as unknown as StreamChunk;
}

function said(messageId: string, ...deltas: readonly string[]): readonly StreamChunk[] {
  return [
    chunk(EventType.RUN_STARTED, { runId: 'r', threadId: 't' }),
    chunk(EventType.TEXT_MESSAGE_START, { messageId, role: 'assistant' }),
    ...deltas.map((delta) => chunk(EventType.TEXT_MESSAGE_CONTENT, { messageId, delta })),
    chunk(EventType.TEXT_MESSAGE_END, { messageId }),
    chunk(EventType.RUN_FINISHED, { runId: 'r', threadId: 't', finishReason: 'stop' }),
  ];
}

function text(id: string, role: UIMessage['role'], content: string): UIMessage {
  return { id, role, parts: [{ type: 'text', content }] };
}

function answered(list: readonly UIMessage[], chunks: readonly StreamChunk[]) {
  const answer = new TanStackAnswer(list);
  for (const each of chunks) answer.follow(each);
  return answer.listWithAnswer();
}

function contents(list: readonly UIMessage[] | undefined): unknown {
  return list?.map(({ id, parts }) => [id, ...parts.map(wordsOf)]);
}

function wordsOf(part: UIMessage['parts'][number]): unknown {
  return part.type === 'text' || part.type === 'tool-result' ? part.content : part.type;
}

/** A chat whose messages count how often anything of them is read. */
function watchedChat(length: number) {
  const touched = { messages: 0 };
  const list = Array.from({ length }, (_, index) => {
    const message = text(`m-${index}`, index % 2 === 0 ? 'user' : 'assistant', `Turn ${index}.`);
    return new Proxy(message, {
      get(target, field) {
        touched.messages += 1;
        return Reflect.get(target, field);
      },
    });
  });
  return { list, touched };
}

test('[STO-10] the end of the list has the answer as far as it has come', () => {
  const list = [text('q0', 'user', 'Hi'), text('q', 'user', 'Which seat?')];
  const answer = new TanStackAnswer(list);
  const ends = said('a', 'Seat ', '14C.').map((each) => {
    answer.follow(each);
    return contents(answer.endOfList());
  });
  const question = ['q', 'Which seat?'];
  const [whole, part] = [
    [question, ['a', 'Seat 14C.']],
    [question, ['a', 'Seat ']],
  ];
  expect(ends).toEqual([undefined, undefined, part, whole, whole, whole]);
  expect(contents(answer.listWithAnswer())).toEqual([['q0', 'Hi'], ...whole]);
});

test('[RCT-5] a token touches no message of the list, however long that is', () => {
  for (const length of [1, 1_000]) {
    const { list, touched } = watchedChat(length);
    const answer = new TanStackAnswer(list);
    touched.messages = 0;
    for (const each of said('new', ...Array.from({ length: 50 }, (_, index) => `word-${index} `))) {
      answer.follow(each);
    }
    expect(touched.messages).toBe(0);
    expect(answer.listWithAnswer()).toHaveLength(length + 1);
    expect(touched.messages).toBeGreaterThan(0);
  }
});

test('[RCT-5] the answer stands behind the list, whose messages stay the same', () => {
  const list = [
    text('q', 'user', 'Hi'),
    text('a', 'assistant', 'Hello.'),
    text('r', 'user', 'So?'),
  ];
  const joined = answered(list, said('new', 'Well, ', 'yes.'));
  expect(contents(joined)).toEqual([...list.map(contentOf), ['new', 'Well, yes.']]);
  expect(joined?.slice(0, 3).map((message, index) => message === list[index])).toEqual([
    true,
    true,
    true,
  ]);
});

function contentOf({ id, parts }: UIMessage): unknown {
  return [id, ...parts.map(wordsOf)];
}

test('[RCT-5] an answer that continues with a message of the list changes it where it stands', () => {
  const list = [
    text('q', 'user', 'Hi'),
    text('a', 'assistant', 'Well, '),
    text('b', 'user', 'So?'),
  ];
  const [, , ...unopened] = said('a', 'yes.');
  const joined = answered(list, unopened);
  expect(contents(joined)).toEqual([
    ['q', 'Hi'],
    ['a', 'Well, yes.'],
    ['b', 'So?'],
  ]);
});

test('[RCT-5] the result of a call that was made earlier is put beside the call', () => {
  const call = { type: 'tool-call', id: 'c', name: 'weather', arguments: '{}' } as const;
  const list: readonly UIMessage[] = [
    text('q', 'user', 'Weather?'),
    { id: 'a', role: 'assistant', parts: [{ ...call, state: 'input-complete' }] },
  ];
  const result = chunk(EventType.TOOL_CALL_RESULT, {
    messageId: 'result',
    toolCallId: 'c',
    content: '"Cold."',
  });
  expect(contents(answered(list, [result, ...said('new', 'It is cold.')]))).toEqual([
    ['q', 'Weather?'],
    ['a', 'tool-call', '"Cold."'],
    ['new', 'It is cold.'],
  ]);
});

test('[RCT-5] an approval that is asked for marks the call of an earlier message', () => {
  const call = { type: 'tool-call', id: 'c', name: 'pay', arguments: '{}' } as const;
  const list: readonly UIMessage[] = [
    { id: 'a', role: 'assistant', parts: [{ ...call, state: 'input-complete' }] },
  ];
  const interrupt = { id: 'i', reason: 'approval_required', toolCallId: 'c' };
  const finished = chunk(EventType.RUN_FINISHED, {
    runId: 'r',
    threadId: 't',
    outcome: { type: 'interrupt', interrupts: [interrupt] },
  });
  const [message] = answered(list, [finished]) ?? [];
  expect(message?.parts).toMatchObject([{ id: 'c', state: 'approval-requested' }]);
});

test('[RCT-5] a list that the server tells again is the list, with what is said after it', () => {
  const list = [text('q', 'user', 'Hi'), text('a', 'assistant', 'Hello.')];
  const snapshot = chunk(EventType.MESSAGES_SNAPSHOT, {
    messages: [{ id: 'q', role: 'user', content: 'Hi there' }],
  });
  expect(contents(answered(list, [snapshot, ...said('new', 'Yes?')]))).toEqual([
    ['q', 'Hi there'],
    ['new', 'Yes?'],
  ]);
});

test('[RCT-5] where nothing is answered there is nothing to keep', () => {
  const list = [text('q', 'user', 'Hi')];
  expect(answered(list, said('new'))).toBeUndefined();
});
