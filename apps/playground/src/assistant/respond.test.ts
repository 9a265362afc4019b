import type { OpenAiMessage } from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { AssistantMove } from './assistant-move.ts';
import { respond } from './respond.ts';
import { lookupOrder } from './shop/shop.ts';
import { STORIES } from './story-texts.ts';

const now = new Date(2026, 10, 21, 14, 5);

const tools = new Set([
  ...['list_orders', 'lookup_order', 'track_parcel', 'read_page', 'remember', 'store_memory'],
  ...['memory_at', 'forget_memory', 'erase_memory', 'search_session', 'recall'],
]);
const surroundings = { now, tools };

function user(content: string): OpenAiMessage {
  return { role: 'user', content };
}

function assistant(content: string): OpenAiMessage {
  return { role: 'assistant', content };
}

function spoken(move: AssistantMove): string {
  expect(move.kind).toBe('say');
  return move.kind === 'say' ? move.text : '';
}

function reply(...context: OpenAiMessage[]): string {
  return spoken(respond(context, surroundings));
}

function called(...context: OpenAiMessage[]) {
  const move = respond(context, surroundings);
  return move.kind === 'call' ? move.call : undefined;
}

test('keeps a stated fact beyond the conversation', () => {
  expect(called(user('My order number is A-20417.'))).toEqual({
    toolName: 'store_memory',
    arguments: {
      records: [{ kind: 'fact', text: "The user's order number is A-20417.", key: 'order number' }],
      isCorrection: false,
    },
  });
});

test('takes two facts of one sentence in, values verbatim', () => {
  const call = called(user('My name is Ada Lane and my email is ada@lane.example.'));
  expect(call).toMatchObject({
    arguments: {
      records: [
        { text: "The user's name is Ada Lane." },
        { text: "The user's email is ada@lane.example." },
      ],
    },
  });
});

test.each([
  ['I prefer an aisle seat', 'an aisle seat', 'preference: seat', false],
  ['No, I prefer a window seat.', 'a window seat', 'preference: seat', true],
  ['Actually I prefer green tea over coffee', 'green tea over coffee', 'preference: tea', true],
])('keeps the preference in %j', (message, what, key, isCorrection) => {
  expect(called(user(message))).toEqual({
    toolName: 'store_memory',
    arguments: {
      records: [{ kind: 'preference', text: `The user prefers ${what}.`, key }],
      isCorrection,
    },
  });
});

function recalled(...lines: string[]): OpenAiMessage {
  const section = `<live-records>\nKnown from earlier sessions (4% full).\n${lines.join('\n')}\n</live-records>\n\n`;
  return user(section);
}

const SEAT =
  '- (preference; user stated on 2026-11-20; confidence 100 %) The user prefers an aisle seat.';
const ORDER =
  "- (fact; user stated on 2026-11-20; confidence 100 %) The user's order number is A-20417.";

test('answers from long-term memory in a conversation that never heard of it, and names the source', () => {
  expect(reply(recalled(SEAT), user('Which seat do I prefer?'))).toBe(
    'You prefer an aisle seat. I read that in long-term memory (preference; user stated on 2026-11-20; confidence 100 %).',
  );
  expect(reply(recalled(SEAT, ORDER), user('What is my order number?'))).toMatch(
    /^Your order number is A-20417\. I read that in long-term memory/,
  );
  expect(reply(user('Which seat do I prefer?'))).toContain('I do not see which seat you prefer');
});

test.each([
  ['Forget my seat.', 'forget_memory', { about: 'my seat' }],
  ['Erase my seat preference', 'erase_memory', { about: 'my seat preference' }],
  ['What did you know yesterday?', 'memory_at', { atMs: now.getTime() - 86_400_000 }],
  ['What did you remember 3 weeks ago?', 'memory_at', { atMs: now.getTime() - 1_814_400_000 }],
])('asks long-term memory when it reads %j', (message, toolName, given) => {
  expect(called(user(message))).toMatchObject({ toolName, arguments: given });
});

test('answers from the message that is still in the context', () => {
  const context = [user('My order number is A-20417.'), assistant('Thanks.')];
  expect(reply(...context, user('What is my order number?'))).toMatch(
    /^Your order number is A-20417\. I read that in your own message/,
  );
});

test('answers from the text that stands for earlier messages', () => {
  const archive = user(
    '<earlier-conversation>\nWhat was said:\n- user (#1): My order number is A-20417.\n</earlier-conversation>',
  );
  expect(reply(archive, user("What's my order number?"))).toMatch(
    /^Your order number is A-20417\. I read that in the summary/,
  );
});

test('prefers the newest of several statements', () => {
  const context = [user('My seat is 12A.'), assistant('Noted.'), user('My seat is now 14C.')];
  expect(reply(...context, assistant('Noted.'), user('what is my seat?'))).toContain('14C');
});

test('does not know what is not in the context', () => {
  expect(reply(user('What is my order number?'))).toBe(
    'I do not see your order number anywhere in the context I was given.',
  );
});

test('takes an order and a city out of one sentence', () => {
  expect(called(user('My order is ZFA04Y and I live in Ghent'))).toEqual({
    toolName: 'store_memory',
    arguments: {
      records: [
        { kind: 'fact', text: "The user's order is ZFA04Y.", key: 'order' },
        { kind: 'fact', text: 'The user lives in Ghent.', key: 'city' },
      ],
      isCorrection: false,
    },
  });
  const told = [user('My order is ZFA04Y and I live in Ghent'), assistant('Got it.')];
  expect(reply(...told, user('What is my order number?'))).toMatch(/^Your order is ZFA04Y\. /);
  expect(reply(...told, user('Where do I live?'))).toMatch(/^You live in Ghent\. /);
  expect(called(...told, user('Look up my order'))).toEqual({
    toolName: 'lookup_order',
    arguments: { order: 'ZFA04Y' },
  });
});

test('answers with no value of its own greeting', () => {
  const greeting = reply(user('hello'));
  const help = reply(user('help'));
  for (const said of [greeting, help, 'Say “My order number is A-20417”.']) {
    expect(reply(user('hello'), assistant(said), user('What is my order number?'))).toBe(
      'I do not see your order number anywhere in the context I was given.',
    );
  }
  expect(`${greeting} ${help}`).not.toMatch(/\d/);
});

test.each([
  ['My order is ZFA04Y. Where is it?', 'order', undefined],
  ['If my order is ZFA04Y, tell me', 'order', undefined],
  ['Is it true that my order is ZFA04Y?', 'order', undefined],
  ['My favourite duo is Simon and Garfunkel', 'favourite duo', 'Simon and Garfunkel'],
  ['My address is 12 Quay Street, Ghent, please', 'address', '12 Quay Street, Ghent'],
  ['My doctor is Dr. Vale and I live in a small house', 'doctor', 'Dr. Vale'],
  ['hi, my email is ada@lane.example, and my seat is 4B!', 'email', 'ada@lane.example'],
])('of %j it takes as %s: %s', (message, name, value) => {
  const statements = called(user(message))?.arguments;
  const expected =
    value === undefined ? undefined : { key: name, text: `The user's ${name} is ${value}.` };
  if (expected)
    expect(statements).toMatchObject({
      records: expect.arrayContaining([expect.objectContaining(expected)]),
    });
  else expect(statements).toBeUndefined();
});

test('lists everything it was told', () => {
  const context = [user('My name is Ada.'), assistant('Hello'), user('My seat is 4B.')];
  expect(reply(...context, assistant('Fine.'), user('What do you know about me?'))).toBe(
    'From the context I was given: your name is Ada; your seat is 4B.',
  );
});

test('reads the words of the user behind live state in the same message', () => {
  const message: OpenAiMessage = {
    role: 'user',
    content: [
      {
        type: 'text',
        text: '<live-scratchpad>\nScratchpad, notes you keep for yourself (2% full).\nKey facts:\n- my seat is 9F\n</live-scratchpad>\n\n',
      },
      { type: 'text', text: 'What is my seat?' },
    ],
  };
  expect(reply(message)).toBe('Your seat is 9F. I read that in the scratchpad.');
});

test('puts on the scratchpad what it is asked to remember', () => {
  expect(respond([user('Remember that I am allergic to nuts.')], surroundings)).toEqual({
    kind: 'call',
    call: { toolName: 'remember', arguments: { fact: 'I am allergic to nuts' } },
  });
});

test('looks up the order that the question names', () => {
  expect(respond([user('Where is my order B-7781?')], surroundings)).toEqual({
    kind: 'call',
    call: { toolName: 'lookup_order', arguments: { order: 'B-7781' } },
  });
});

test('looks up the order that was stated before', () => {
  const context = [user('My order number is A-20417.'), assistant('Got it.')];
  expect(respond([...context, user('Can you look up my order?')], surroundings)).toEqual({
    kind: 'call',
    call: { toolName: 'lookup_order', arguments: { order: 'A-20417' } },
  });
});

test('asks for an order number that it does not see', () => {
  expect(reply(user('Track my parcel please'))).toContain('no order number in the context');
});

test('tells the result of a tool', () => {
  const call = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'lookup_order', arguments: '{"order":"A-20417"}' },
  };
  const order = lookupOrder('A-20417');
  expect(
    reply(
      user('Track my order A-20417'),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: JSON.stringify(order) },
    ),
  ).toContain(`Your tracking number is ${order.tracking}.`);
});

test.each([
  ['What is 12 * (3 + 4)?', '12 * (3 + 4) = 84'],
  ['2 plus 3 times 4', '2 + 3 * 4 = 14'],
  ['0.1 + 0.2', '0.1 + 0.2 = 0.3'],
  ['1,200 / 4', '1200 / 4 = 300'],
  ['7 / 0', 'That has no answer: it divides by zero.'],
  ['What time is it?', 'It is 14:05.'],
  ['What is the date?', 'Today is Saturday, 21 November 2026.'],
  ['Thanks!', 'You are welcome.'],
])('answers %j', (question, answer) => {
  expect(reply(user(question))).toBe(answer);
});

test('tells several hundred words when asked for a long story, another one each time', () => {
  const first = reply(user('Tell me a long story'));
  const second = reply(user('Tell me a long story'), assistant(first), user('Another story!'));
  expect(first.split(/\s+/).length).toBeGreaterThan(300);
  expect([first, second]).toEqual(STORIES.slice(0, 2));
});

test('says what it can do when it has no rule', () => {
  expect(reply(user('Paint me a horse'))).toContain('I have no rule for that.');
});
