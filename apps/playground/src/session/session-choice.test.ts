import { expect, test } from 'vitest';
import {
  MODES,
  memoryIdOf,
  NO_SESSIONS_CHOSEN,
  parseChoice,
  sessionName,
  startedOver,
  withStartsOf,
} from './session-choice.ts';

test('a session that is started over gets a memory of its own, the others keep theirs', () => {
  const again = startedOver(startedOver(NO_SESSIONS_CHOSEN, 'bundled/healthy'), 'bundled/healthy');
  expect(memoryIdOf(again, 'bundled/healthy')).toBe('bundled/healthy#2');
  expect(memoryIdOf(again, 'assistant')).toBe('assistant#0');
});

test('a file and a bundled session of the same id are two sessions', () => {
  const names = (['bundled', 'file'] as const).map((kind) => sessionName({ kind, id: 'a' }));
  const own = (['assistant', 'endpoint', 'device'] as const).map(sessionName);
  expect(new Set([...names, ...own]).size).toBe(5);
});

test('takes over how often sessions were started over elsewhere, and keeps what is open here', () => {
  const here = { mode: 'assistant', starts: { assistant: 2, 'file/a': 1 } } as const;
  const elsewhere = {
    mode: 'recorded',
    source: { kind: 'bundled', id: 'healthy' },
    starts: { assistant: 1, 'file/a': 4, 'bundled/healthy': 1 },
  } as const;
  expect(withStartsOf(here, elsewhere)).toEqual({
    mode: 'assistant',
    starts: { assistant: 2, 'file/a': 4, 'bundled/healthy': 1 },
  });
});

test.each(MODES)('reads back what it was stored as: %s', (mode) => {
  const choice = {
    mode,
    source: { kind: 'file', id: 'x' },
    starts: { 'file/x': 3 },
  } as const;
  expect(parseChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
});

test.each([undefined, [], {}, { mode: 'other' }])('refuses %j', (value) => {
  expect(parseChoice(value)).toBeUndefined();
});

test('leaves out what it cannot read of a choice', () => {
  const kept = { mode: 'recorded', source: { kind: 'moon' }, starts: { a: -1, b: 2 } };
  expect(parseChoice(kept)).toEqual({ mode: 'recorded', starts: { b: 2 } });
});
