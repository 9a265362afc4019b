import path from 'node:path';
import { expect, test } from 'vitest';
import { pathFromCaller, readFlags, readSizes, required } from './flags.mjs';
import { HelpRequest } from './help-request.mjs';
import { UsageError } from './usage-error.mjs';

test('[BENCH] reads flags with their values, in both spellings', () => {
  expect(readFlags(['--a', '1', '--b=2'], ['a', 'b', 'c'])).toMatchObject({ a: '1', b: '2' });
});

test.each([[['--z', '1']], [['--a']], [['--a', '--b']], [['stray']]])(
  '[BENCH] refuses %j and lists the flags',
  (args) => {
    expect(() => readFlags(args, ['a', 'b'])).toThrow(UsageError);
    expect(() => readFlags(args, ['a', 'b'])).toThrow(
      /^[^\n]+; the flags of this benchmark are: --a, --b\.$/,
    );
  },
);

test('[BENCH] names the flag whose value is missing', () => {
  expect(() => readFlags(['--a', '--b', '1'], ['a', 'b'])).toThrow('The flag --a has no value');
});

test('[BENCH] reads a number below zero as the value of the flag ahead of it', () => {
  expect(readFlags(['--a', '-5', '--b', '-0.5'], ['a', 'b'])).toMatchObject({ a: '-5', b: '-0.5' });
  expect(() => readFlags(['--a=1', '-5'], ['a', 'b'])).toThrow(UsageError);
});

test.each(['--help', '-h'])('[BENCH] takes %s for a request to list the flags', (help) => {
  const thrown = expect(() => readFlags(['--a', '1', help], ['a', 'b']));
  thrown.toThrow(HelpRequest);
  thrown.toThrow(expect.objectContaining({ flags: ['a', 'b'] }));
});

test('[BENCH] asks for a required flag by name', () => {
  expect(required('x', 'json', 'FILE')).toBe('x');
  expect(() => required(undefined, 'json', 'FILE')).toThrow('The flag --json FILE is missing.');
});

test('[BENCH] reads sizes in their order, each once', () => {
  expect(readSizes('8000, 4000,8000', 'budget')).toEqual([8000, 4000]);
});

test.each(['', '0', '-5', '1.5', '8k', '4000,'])('[BENCH] refuses the sizes "%s"', (text) => {
  expect(() => readSizes(text, 'budget')).toThrow(UsageError);
});

test('[BENCH] resolves paths from where npm was started', () => {
  const environment = { npm_lifecycle_event: 'bench', INIT_CWD: '/home/ada' };
  expect(pathFromCaller('data', environment)).toBe(path.resolve('/home/ada/data'));
  expect(pathFromCaller('/data', environment)).toBe(path.resolve('/data'));
  expect(pathFromCaller('data', { INIT_CWD: '/home/ada' })).toBe(path.resolve('data'));
});
