import { type AgentMemory, textOf } from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import { openChatRoom } from '../../packages/react/src/testing/chat-server-room.ts';
import { clearSession, storedSession } from '../testing/fresh-session.ts';
import { addressPage } from '../testing/page-address.ts';
import { openAiFault } from '../testing/servers/openai-rules.ts';
import { Random } from '../testing/servers/random.ts';
import { prose } from '../testing/servers/script.ts';

const SEED = 20261127;
const WINDOW_TOKENS = 4_096;

test(`[MSG-6] [STO-1] docs/recipes/fetch.md: 40 turns in a window of 4,096, none refused, all of them there again (seed ${SEED})`, async () => {
  await clearSession();
  const room = openChatRoom();
  addressPage({ '/api/chat': room.api });
  const { memory, send } = await import('./fetch.ts');
  onTestFinished(() => memory.dispose());
  await memory.configure({ budget: { contextWindow: WINDOW_TOKENS } });
  const random = new Random(SEED);
  const asked = Array.from({ length: 40 }, (_, turn) => `${turn}: ${prose(random, 60)}`);
  const answers = asked.map(() => prose(random, 60));
  const bodies = answers.map((content) => JSON.stringify({ role: 'assistant', content }));
  await room.script(...bodies.map((body) => ({ kind: 'raw', body }) as const));
  for (const content of asked) await send(content);

  const requests = await room.requests();
  expect(requests).toHaveLength(40);
  for (const { messages } of requests) {
    const rules = { windowTokens: WINDOW_TOKENS };
    expect(openAiFault({ model: 'strict', messages }, rules)).toBeUndefined();
  }
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
  expect(requests.at(-1)?.messages.length).toBeLessThan(79);
  await memory.dispose();
  const again = await storedSession();
  await again.loadOlder();
  expect(said(again, 'user')).toEqual(asked);
  expect(said(again, 'assistant')).toEqual(answers);
});

function said(memory: AgentMemory, role: string): readonly string[] {
  return memory
    .entries()
    .filter(({ message }) => message.role === role)
    .map(({ message }) => textOf(message));
}
