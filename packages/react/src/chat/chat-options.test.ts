import { createAgentMemory } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { chatFunctionsOf } from '../ai-sdk/chat-functions.ts';
import { memoryTransport } from '../ai-sdk/memory-transport.ts';
import { memoryChatModel } from '../assistant-ui/memory-chat-model.ts';
import { memoryConnection } from '../tanstack-ai/memory-connection.ts';

const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });
const inner = {
  sendMessages: () => Promise.reject(new Error('not asked')),
  reconnectToStream: () => Promise.resolve(null),
};

const connect = () => {
  throw new Error('not asked');
};

/** Each wrapper of a chat, given options as a caller without types would give them. */
const WRAPPERS: readonly (readonly [string, (options: never) => unknown])[] = [
  ['transport', (options) => chatFunctionsOf(memory).transport(inner, options)],
  ['memoryTransport', (options) => memoryTransport(memory, inner, options)],
  ['memoryChatModel', (options) => memoryChatModel(memory, () => Promise.resolve({}), options)],
  ['memoryConnection', (options) => memoryConnection(memory, { connect }, options)],
];

test.each(WRAPPERS)('[OBS-3] %s refuses an option that there is not', (name, wrap) => {
  expect(() => wrap({ onErorr: undefined } as never)).toThrow(
    `Unknown option \`onErorr\` in \`${name}\`: did you mean \`onError\`?`,
  );
  expect(() => wrap(null as never)).toThrow(`Option \`${name}\` must be an object; got null.`);
  expect(wrap({ onError: () => undefined } as never)).toBeDefined();
});
