import { expect, test } from 'vitest';
import { parseChoice } from './preferences.ts';

test('a choice comes back as it was stored', () => {
  const choice = { mode: 'chat', source: 'healthy', answerer: 'device' } as const;
  expect(parseChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
});

test.each([undefined, 7, [], { mode: 'moon', source: 'file', answerer: 'nobody' }])(
  'leaves out what it cannot read of a choice: %j',
  (kept) => {
    expect(parseChoice(kept)).toEqual({ mode: 'compare', answerer: 'scripted' });
  },
);
