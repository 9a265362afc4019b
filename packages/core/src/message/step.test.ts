import { expect, test } from 'vitest';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import type { Message } from './message.ts';
import { stepOf } from './step.ts';

const reasoning: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] };

test.each([
  ['a result', aToolResult(), 'tool_result'],
  ['a reply', aTextMessage('assistant', 'Three.'), 'reply'],
  ['a reply that says nothing', { role: 'assistant', parts: [] } satisfies Message, 'reply'],
  ['a call', aToolCall(), undefined],
  ['words of the user', aTextMessage('user', 'Hi'), undefined],
  ['reasoning that stands apart from its answer', reasoning, undefined],
] as const)('[CKP-1] a step ends with %s as it should', (_, message, kind) => {
  expect(stepOf(message)).toBe(kind);
});
