import { expect, test } from 'vitest';
import { sessionTitle } from './session-title.ts';

test('[DEV-9] a session goes by its name, however often it was started over', () => {
  expect(sessionTitle('bundled/booking#0')).toBe('A week on the island');
  expect(sessionTitle('assistant#3')).toBe('Scripted assistant');
});

test('[DEV-9] a session without a name goes by its id', () => {
  expect(sessionTitle('bundled/gone#1')).toBe('bundled/gone');
  expect(sessionTitle('constructor#0')).toBe('constructor');
});
