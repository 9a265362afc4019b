import { expect, test } from 'vitest';
import { refusalOf } from './chat-server-prompt.ts';

const user = { role: 'user', content: [{ type: 'text', text: 'Hello' }] } as const;
const call = { type: 'tool-call', toolCallId: 'c', toolName: 'weather', input: {} } as const;
const calling = { role: 'assistant', content: [call] } as const;
const output = { type: 'text', value: '12' } as const;
const result = { type: 'tool-result', toolCallId: 'c', toolName: 'weather', output } as const;
const answered = { role: 'tool', content: [result] } as const;
const answer = { role: 'assistant', content: [{ type: 'text', text: '12 degrees.' }] } as const;
const system = { role: 'system', content: 'Be brief.' } as const;

type Prompt = Parameters<typeof refusalOf>[0];

function copy(...messages: readonly unknown[]): Prompt {
  return structuredClone(messages) as Prompt;
}

test('[RCT-5] the server of the tests takes what a provider takes', () => {
  expect(refusalOf(copy(system, user))).toBeUndefined();
  expect(refusalOf(copy(system, user, calling, answered))).toBeUndefined();
  expect(refusalOf(copy(user, calling, answered, answer, user))).toBeUndefined();
});

test.each([
  ['no user at the beginning', [system, answer, user]],
  ['a system message in the middle', [user, system, user]],
  ['an answer at the end', [user, answer]],
  ['an empty message', [user, answer, { role: 'user', content: [] }]],
  ['an empty text', [{ role: 'user', content: [{ type: 'text', text: '' }] }]],
  ['a call without a result', [user, calling, user]],
  ['a call without a result at the end', [user, calling, { role: 'tool', content: [] }]],
  ['a result without a call', [user, answered]],
  ['a result twice', [user, calling, answered, answered]],
  ['a call twice', [user, calling, answered, calling, answered]],
])('[RCT-5] the server of the tests refuses %s, as a provider does', (_, prompt) => {
  expect(refusalOf(copy(...prompt))).toBeDefined();
});
