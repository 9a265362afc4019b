import { expect, test } from 'vitest';
import { BENCHMARKS, type Benchmark } from '../benchmarks.mjs';
import { dispatch } from './dispatch.mjs';
import { readFlags } from './flags.mjs';
import { UsageError } from './usage-error.mjs';

/** Runs `dispatch` with one benchmark named `known` and collects what it wrote. */
async function type(argv: readonly string[], run: Benchmark) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const terminal = {
    print: (text: string) => void printed.push(text),
    complain: (text: string) => void complaints.push(text),
  };
  const exitCode = await dispatch(argv, terminal, new Map([['known', async () => ({ run })]]));
  return { exitCode, printed, complaints };
}

test('[BENCH] runs the named benchmark with the arguments behind its name', async () => {
  const outcome = await type(['known', '--a', '1'], async (args, terminal) => {
    terminal.print(args.join(' '));
  });
  expect(outcome).toEqual({ exitCode: 0, printed: ['--a 1'], complaints: [] });
});

test.each([[[]], [['other']]])(
  '[BENCH] answers %j with the known names and exit code 2',
  async (argv) => {
    const { exitCode, complaints } = await type(argv, async () => undefined);
    expect(exitCode).toBe(2);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain('choose one of: known');
  },
);

test('[BENCH] turns a mistake of the caller into one sentence and exit code 2', async () => {
  const outcome = await type(['known'], async () => {
    throw new UsageError('The flag --x is missing.');
  });
  expect(outcome).toEqual({ exitCode: 2, printed: [], complaints: ['The flag --x is missing.'] });
});

test.each(['--help', '-h'])('[BENCH] answers %s with the usage and exit code 0', async (help) => {
  const { exitCode, printed, complaints } = await type([help], async () => undefined);
  expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: [] });
  expect(printed.join('\n')).toMatch(/^Usage: npm run bench -- NAME.*Benchmarks: known\./s);
});

test('[BENCH] answers a request for help about one benchmark with its flags and exit code 0', async () => {
  const { exitCode, printed, complaints } = await type(['known', '--help'], async (args) => {
    readFlags(args, ['json']);
  });
  expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: [] });
  expect(printed.join('\n')).toContain('npm run bench -- known --json VALUE');
});

test('[BENCH] shows where a benchmark broke and exits with 1', async () => {
  const { exitCode, complaints } = await type(['known'], async () => {
    throw new TypeError('bug');
  });
  expect(exitCode).toBe(1);
  expect(complaints[0]).toMatch(/TypeError: bug\n +at /);
});

test('[BENCH] knows the benchmarks by their published names', () => {
  expect([...BENCHMARKS.keys()]).toEqual(expect.arrayContaining(['adapter', 'replay']));
});
