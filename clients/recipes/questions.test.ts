import { InvalidMessageError, textOf } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { openAiProvider } from '../servers/openai-server.ts';
import { jsonServer } from './json-server.ts';
import type { Line } from './own-format.ts';
import { addressPage } from './page-address.ts';
import {
  openAiEnvironment,
  question,
  SEED,
  strictServer,
  talkingScript,
  WINDOW_TOKENS,
} from './strict-page.ts';

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

test(`[MSG-2] docs/recipes/own-format.md: 60 turns in a window of 4,096 in a format of one’s own, none lost (seed ${SEED})`, async () => {
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
  expect(() => lines.read({ id: '1', from: 'cat', text: 'Meow' })).toThrow(InvalidMessageError);
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
