import { createAgentMemory } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction.ts';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';

function aMemory() {
  return createLongTermMemory({ user: 'ada', clock: aSimulatedClock(), utcOffsetMinutes: 0 });
}

const SAID = { type: 'user', kind: 'fact', source: 'user_stated' } as const;

test.for([
  ['timezone', 'Europe/Brussels', 'My timezone is Europe/Lisbon now.', 'Europe/Lisbon'],
  ['time_zone', 'Europe/Brussels', "The user's timezone is Europe/Lisbon.", 'Europe/Lisbon'],
  ['homeCity', 'Ghent', 'My home city is Porto.', 'Porto'],
  ['budget', 500, 'My budget is now 750 euros.', 750],
  ['newsletter', true, 'My newsletter is off from now on.', false],
] as const)('[LTM-11] with %s at %j, "%s" is its next value', async ([key, value, text, now]) => {
  const memory = aMemory();
  await memory.set(key, value);
  const outcome = await memory.store({ ...SAID, text });
  expect(outcome).toMatchObject({ kind: 'stored', replaced: [expect.any(String)] });
  expect(await memory.get(key)).toBe(now);
  const { items } = await memory.list();
  expect(items.map(({ record }) => record.text)).toEqual([text]);
});

test('[LTM-11] what is said of something else leaves the key alone', async () => {
  const memory = aMemory();
  await memory.set('timezone', 'Europe/Brussels');
  await memory.store({ ...SAID, text: 'My sister is in the timezone Asia/Tokyo.' });
  await memory.store({ ...SAID, text: "My team's timezone is Asia/Tokyo." });
  await memory.store({ ...SAID, text: 'My timezone is Asia/Tokyo.', source: 'agent_inferred' });
  expect(await memory.get('timezone')).toBe('Europe/Brussels');
});

test('[LTM-11] a key that is set takes the place of what was said without it', async () => {
  const memory = aMemory();
  await memory.store({ ...SAID, text: 'My timezone is Europe/Brussels.' });
  await memory.set('timezone', 'Europe/Lisbon');
  const { items } = await memory.list();
  expect(items.map(({ record }) => record.text)).toEqual(['timezone: Europe/Lisbon']);
});

test('[LTM-11] said in a chat: the old record is marked in that turn, and the next context has one', async () => {
  const longTerm = aMemory();
  await longTerm.set('timezone', 'Europe/Brussels');
  const extraction = memoryExtraction(longTerm);
  const memory = createAgentMemory({
    id: 'chat',
    contextWindow: 16_000,
    features: [retrievedRecords(longTerm), extraction.feature],
  });
  const context = async () => JSON.stringify((await memory.assemble()).messages);
  await memory.append({ role: 'user', content: 'My timezone is Europe/Lisbon now.' });
  expect(await context()).toMatch(/says otherwise\) timezone: Europe\/Brussels/u);
  await memory.append({ role: 'assistant', content: 'Noted.' });
  await extraction.settled();
  expect(await longTerm.get('timezone')).toBe('Europe/Lisbon');
  await memory.append({ role: 'user', content: 'Which timezone am I in?' });
  const next = await context();
  expect(next).toContain('in place of what was known before');
  expect(next).not.toContain('timezone: Europe/Brussels');
});
