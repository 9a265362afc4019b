import { createAgentMemory, InvalidMessageError, textOf } from '@agent-memory/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonServer } from '../testing/json-server.ts';
import { addressPage } from '../testing/page-address.ts';
import { openAiProvider } from '../testing/servers/openai-server.ts';
import {
  openAiEnvironment,
  question,
  SEED,
  strictServer,
  talkingScript,
  WINDOW_TOKENS,
} from '../testing/strict-page.ts';
import type { Line } from './own-format.ts';

test('[BUD-1] docs/recipes/reserved.md: the tokens that a server adds are found by one question', async () => {
  const system = 'You are the support desk of a railway company. '.repeat(60);
  const added = { role: 'system', content: system };
  const { send, server } = await aServer();
  // As a server does that puts its own text ahead of what it is sent.
  const app = await jsonServer(async (body) => {
    const { messages } = body as { messages: readonly object[] };
    const answer = await send([added, ...messages]);
    return { message: answer.choices[0]?.message, usage: answer.usage };
  });
  const { findReserved, openSupport } = await import('./reserved.ts');
  const reserved = await findReserved(app);
  const { usage: withIt } = await send([added, { role: 'user', content: 'Hello' }]);
  const { usage: without } = await send([{ role: 'user', content: 'Hello' }]);
  const taken = withIt.prompt_tokens - without.prompt_tokens;
  expect(Math.abs(reserved - taken)).toBeLessThanOrEqual(32);

  const memory = openSupport(reserved);
  await memory.append({ role: 'user', content: 'Hello' });
  expect(memory.plan().ledger.reservedTokens).toBe(reserved);
  expect(server.faults).toEqual([]);
});

test.each([
  ['an error', { error: 'The model is away.' }, 500, /answered 500: .*The model is away/],
  ['no usage', { message: {} }, 200, /told no usage; it answered: {"message":{}}/],
  ['no object', null, 200, /told no usage; it answered: null/],
  ['a usage of nothing', { usage: { prompt_tokens: 0 } }, 200, /was not used: 0 tokens/],
  ['a usage without its figure', { usage: {} }, 200, /must be an object with `inputTokens`/],
])(
  '[OBS-3] docs/recipes/reserved.md: an endpoint that answers with %s is told in words',
  async (_, answer, status, words) => {
    const app = await jsonServer(() => answer, status);
    const { findReserved } = await import('./reserved.ts');
    await expect(findReserved(app)).rejects.toThrow(words);
  },
);

test('[TOK-1] docs/recipes/token-ranks.md: exact figures with a model, estimates without, corrected by usage', async () => {
  const { exact, light, own, afterAnAnswer } = await import('./token-ranks.ts');
  const message = { role: 'user', content: question(1) } as const;
  for (const memory of [exact, light, own]) {
    await memory.append(message);
    await memory.assemble();
  }
  await expect.poll(() => exact.plan().tokenSource).toBe('counted');
  expect([light.plan().tokenSource, own.plan().tokenSource]).toEqual(['estimated', 'estimated']);
  await afterAnAnswer({ prompt_tokens: 2_000 });
  expect(light.plan().ledger.reservedTokens).toBeGreaterThan(1_000);
  expect(own.plan().totalTokens).not.toBe(light.plan().totalTokens);
});

test('[MSG-2] docs/recipes/own-format.md: 60 turns in a window of 4,096 in a format of one’s own, none lost', async () => {
  const { lines } = await import('./own-format.ts');
  const { memory, send } = await import('./own-format.use.ts');
  const contexts: (readonly Line[])[] = [];
  const script = talkingScript();
  const app = await jsonServer((body) => {
    contexts.push((body as { lines: readonly Line[] }).lines);
    return { id: `bot-${contexts.length}`, from: 'bot', text: script().text };
  });
  addressPage({ '/api/lines': app });
  await memory.configure({ budget: { contextWindow: WINDOW_TOKENS } });
  const asked = Array.from({ length: 60 }, (_, turn) => question(turn));
  for (const text of asked) await send(text);

  const written = await memory.messages({ format: lines });
  expect(written.filter(({ from }) => from === 'person').map(({ text }) => text)).toEqual(asked);
  expect(written).toHaveLength(120);
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
  expect(contexts.at(-1)?.length).toBeLessThan(119);
  expect(contexts.at(-1)?.at(-1)?.text).toBe(asked.at(-1));
  for (const line of written) {
    const [read] = lines.read(line);
    expect(read && lines.write([{ id: line.id, message: read.message }])).toEqual([line]);
    expect(read && textOf(read.message)).toBe(line.text);
  }
});

test('[MSG-2] docs/recipes/own-format.md: what it takes it writes as it came, and everything else it refuses', async () => {
  const { lines } = await import('./own-format.ts');
  const text = fc.string({ unit: 'binary' });
  const line = fc.record({ id: text, from: fc.constantFrom('person', 'bot'), text });
  const anything = fc.oneof(
    line,
    fc.tuple(line, fc.dictionary(text, fc.anything())).map(([own, more]) => ({ ...more, ...own })),
    fc.tuple(line, fc.dictionary(text, fc.anything())).map(([own, more]) => ({ ...own, ...more })),
    fc.record({ id: text, from: text, text }, { requiredKeys: [] }),
    fc.anything(),
  );
  let taken = 0;
  const check = (message: unknown) => {
    let read: ReturnType<typeof lines.read>;
    try {
      read = lines.read(message);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidMessageError);
      return;
    }
    taken += 1;
    const entries = read.map(({ id = '', message: neutral }) => ({ id, message: neutral }));
    expect(lines.write(entries)).toEqual([message]);
  };
  const parameters = { numRuns: 500, seed: SEED };
  fc.assert(fc.property(anything, check), parameters);
  expect(taken).toBeGreaterThan(0);
  for (const message of [
    { id: '1', from: 'cat', text: 'Meow' },
    { ...LINE, at: 123 },
  ]) {
    expect(() => lines.read(message)).toThrow(InvalidMessageError);
  }
});

const LINE: Line = { id: '1', from: 'person', text: 'Hello' };

test('[MSG-2] docs/recipes/own-format.md: an id names one message, and calls, results and pictures are said in words', async () => {
  const { lines } = await import('./own-format.ts');
  const memory = createAgentMemory({ id: 'lines', contextWindow: 128_000 });
  await memory.append(LINE, { format: lines });
  await memory.append(LINE, { format: lines });
  await memory.append({ ...LINE, text: 'Hello again' }, { format: lines });
  const own = [LINE, { ...LINE, id: '1~2', text: 'Hello again' }];
  expect(await memory.messages({ format: lines })).toEqual(own);

  const called = { name: 'get_order', arguments: '{"number":"7"}' };
  await memory.append([
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: called }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'It was sent.' },
  ]);
  const { lines: sent } = await memory.assemble({ format: lines });
  expect(sent.slice(2).map(({ from, text }) => `${from}: ${text}`)).toEqual([
    'person: [image]',
    'bot: [calls get_order with {"number":"7"}]',
    'bot: [was given: It was sent.]',
  ]);
});

interface Answer {
  readonly choices: readonly { readonly message: object }[];
  readonly usage: { readonly prompt_tokens: number };
}

async function aServer() {
  const provider = openAiProvider({ windowTokens: 32_000, script: talkingScript() });
  const server = await strictServer(provider, openAiEnvironment);
  const send = async (messages: readonly object[]): Promise<Answer> => {
    const body = JSON.stringify({ model: 'strict', messages });
    const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body });
    return (await response.json()) as Answer;
  };
  return { server, send };
}
