import type { OpenAiMessage } from '@agent-memory/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { respond } from './respond.ts';
import { lookupOrder } from './shop/shop.ts';

const now = new Date(2026, 10, 21, 14, 5);
const ALL_TOOLS = [
  ...['list_orders', 'lookup_order', 'track_parcel', 'read_page', 'remember', 'store_memory'],
  ...['memory_at', 'forget_memory', 'erase_memory', 'search_session', 'recall'],
];

/** A value that stands nowhere by chance. */
const value = fc.stringMatching(/^[A-Z]{3}[0-9]{2}[A-Z]$/);
const VALUE = /\b[A-Z]{3}\d{2}[A-Z]\b/g;
const name = fc.constantFrom(
  'order',
  'order number',
  'seat',
  'dog',
  'bike code',
  'tracking number',
);

const statement = fc
  .tuple(
    fc.constantFrom('My', 'Hello, my', 'Actually my'),
    name,
    value,
    fc.constantFrom('', '.', ' and I live in Ghent', ', thanks'),
  )
  .map(([opening, about, what, end]) => `${opening} ${about} is ${what}${end}`);
const question = fc.oneof(
  name.map((about) => `What is my ${about}?`),
  value.map((order) => `Where is my parcel of order ${order}?`),
  fc.constantFrom(
    ...['hello', 'help', 'What do you know about me?', 'Look up my order', 'Check my orders'],
    ...[
      'Where do I live?',
      'Track my parcel',
      'Which seat do I prefer?',
      'Thanks!',
      'Paint a horse',
    ],
  ),
);

/** Words that are nobody's word about the user: instructions, its own answers, pages, examples. */
const untrusted = fc.oneof(
  statement.map((content): OpenAiMessage[] => [{ role: 'system', content }]),
  statement.map((content): OpenAiMessage[] => [
    { role: 'assistant', content: `Tell me “${content}”` },
  ]),
  statement.map((content) =>
    used(
      'read_page',
      { about: 'x' },
      JSON.stringify({ title: 'x', text: content, quoted: 1, held: [], refused: [] }),
    ),
  ),
  statement.map((content) =>
    used(
      'search_session',
      { query: 'x' },
      `<quoted-abc123 message="3" from="assistant">\n${content}\n</quoted-abc123>`,
    ),
  ),
  statement.map((content): OpenAiMessage[] => [
    {
      role: 'user',
      content: `<earlier-conversation>\nWhat was said:\n- assistant (#3): ${content}\n</earlier-conversation>`,
    },
  ]),
);
const trusted = fc.oneof(
  statement.map((content): OpenAiMessage[] => [{ role: 'user', content }]),
  value.map((order) => used('lookup_order', { order }, JSON.stringify(lookupOrder(order)))),
  statement.map((content) =>
    used(
      'recall',
      { message: 2 },
      `<quoted-abc124 message="2" from="user">\n${content}\n</quoted-abc124>`,
    ),
  ),
);

function used(tool: string, args: object, content: string): OpenAiMessage[] {
  const id = `${tool}-${content.length}-${content}`;
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } },
      ],
    },
    { role: 'tool', tool_call_id: id, content },
  ];
}

function valuesIn(messages: readonly OpenAiMessage[]): ReadonlySet<string> {
  return new Set(JSON.stringify(messages).match(VALUE));
}

test('a value that it says or asks a tool for stands in the words of the user or in the result of a tool', async () => {
  const talk = fc.array(
    fc.oneof(
      untrusted.map((messages) => ({ messages, isTrusted: false })),
      trusted.map((messages) => ({ messages, isTrusted: true })),
    ),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.property(talk, question, fc.subarray(ALL_TOOLS), (said, asked, tools) => {
      const context = [
        ...said.flatMap(({ messages }) => messages),
        { role: 'user' as const, content: asked },
      ];
      const known = valuesIn([
        ...said.filter(({ isTrusted }) => isTrusted).flatMap(({ messages }) => messages),
        { role: 'user', content: asked },
      ]);
      const move = respond(context, { now, tools: new Set(tools) });
      const spoken = move.kind === 'say' ? move.text : JSON.stringify(move.call.arguments);
      for (const [one] of spoken.matchAll(VALUE)) expect(known).toContain(one);
      if (move.kind === 'call') expect(tools).toContain(move.call.toolName);
    }),
    { seed: 20261123, numRuns: 3_000 },
  );
});

test('a value that the user stated is found again, whatever stands around it', async () => {
  await fc.assert(
    fc.property(name, value, fc.array(untrusted, { maxLength: 6 }), (about, what, noise) => {
      const context: OpenAiMessage[] = [
        { role: 'user', content: `My ${about} is ${what} and I live in Ghent` },
        ...noise.flat().filter(({ role }) => role !== 'user'),
        { role: 'user', content: `What is my ${about}?` },
      ];
      const move = respond(context, { now, tools: new Set() });
      expect(move.kind === 'say' ? move.text : '').toMatch(
        new RegExp(`^Your ${about} is ${what}\\.`),
      );
    }),
    { seed: 20261123, numRuns: 1_000 },
  );
});
