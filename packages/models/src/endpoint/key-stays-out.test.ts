import type { ModelCall } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { ModelError } from '../errors/model-error.ts';
import { fallback } from '../fallback/fallback.ts';
import { metered } from '../metering/metered.ts';
import { modelSummarizer } from '../summary/model-summarizer.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { chunk, DONE, event, words } from '../testing/events.ts';
import { aLocalServer, type Behaviour, refusing, streaming } from '../testing/local-server.ts';
import { openAiCompatible } from './open-ai-compatible.ts';

const KEY = 'sk-live-1234567890abcdef';

const ECHOES: readonly (readonly [string, Behaviour])[] = [
  ['a refusal', refusing(401, { error: { message: `Incorrect API key: ${KEY}` } })],
  ['a fault', refusing(500, `Bearer ${KEY} broke it`)],
  ['a limit', refusing(429, { error: { message: KEY } }, { 'retry-after': '3600' })],
  ['its words', streaming(words(`Your key is ${KEY}.`), DONE)],
  ['its words, letter by letter', streaming([...KEY].map(words).join(''), DONE)],
  ['words that break off', streaming(words(`Your key is ${KEY} and`))],
  ['an error in the stream', streaming(words('So'), event({ error: { message: KEY } }))],
  ['its last word', streaming(words('Hi'), chunk({}, KEY), DONE)],
];

/** All that can be read of a value: errors with their causes, and all that is in them. */
function textOf(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? '';
  const data = ModelError.isInstance(value)
    ? [value.failure, value.explanation, value.partial]
    : [Object.entries(value)];
  return [value.message, value.stack, JSON.stringify(data), textOf(value.cause)].join('\n');
}

test.each(ECHOES)(
  '[MOD-3] a key that a server repeats in %s is in no error, reply, piece, call, status or summary',
  async (_, echo) => {
    const { baseUrl } = await aLocalServer(echo);
    const calls: ModelCall[] = [];
    const onCall = (call: ModelCall): void => void calls.push(call);
    const reports: unknown[] = [];
    const server = openAiCompatible({ baseUrl, model: 'small', apiKey: KEY });
    const wrapped = metered(server, { onCall });
    const chain = fallback([wrapped, server]);
    chain.subscribe(() => reports.push(chain.status));
    const told: unknown[] = [];
    const outcomes = [
      await chain
        .chat({ messages: MESSAGES, onDelta: (delta) => told.push(delta.text) })
        .catch((error: unknown) => error),
      await modelSummarizer(chain)
        .summarize({ sources: SOURCES, maxTokens: 200, count: (text) => text.length }, {})
        .catch((error: unknown) => error),
    ];
    const seen = [
      ...outcomes.map(textOf),
      told.join(''),
      ...[calls, chain.status, reports].map((value) => JSON.stringify(value)),
    ].join('\n');
    expect(calls.length).toBeGreaterThan(0);
    expect(seen).toContain('•••');
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain(KEY.slice(3));
  },
);

const SOURCES = [
  { seq: 1, role: 'user', text: 'Please say which key I sent, and then rebook my order.' },
] as const;
