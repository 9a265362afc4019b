import { expect, test } from 'vitest';
import { NOTHING_YET } from '../e2e/chaos/chaos-row.mjs';
import {
  addCounts,
  chaosFailures,
  countChaos,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
  formatSlowest,
  playwrightFailures,
  playwrightTimes,
  vitestFailures,
  vitestTimes,
} from './count-reports.mjs';

const file = (status: string, tests: readonly string[]) => ({
  name: 'a.test.ts',
  status,
  message: status === 'failed' && tests.length === 0 ? 'SyntaxError: no such word' : '',
  startTime: 0,
  endTime: 0,
  assertionResults: tests.map((each, at) => ({
    status: each,
    fullName: `fact ${at}`,
    failureMessages: each === 'failed' ? [`\u001b[31mexpected ${at}\u001b[39m`] : null,
  })),
});

test('counts what passed, failed and was skipped over all files of a vitest report', () => {
  const report = {
    testResults: [
      file('passed', ['passed', 'passed', 'pending']),
      file('failed', ['passed', 'failed', 'failed', 'todo']),
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('counts a file that does not load as one failure', () => {
  expect(countVitest({ testResults: [file('failed', [])] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('counts a file whose hook broke as one failure beside its passed and skipped tests', () => {
  expect(countVitest({ testResults: [file('failed', ['passed', 'skipped'])] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
  });
});

test('counts flaky tests and errors outside of tests of a Playwright report as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  const errors = [{ message: 'a file does not load' }];
  expect(countPlaywright({ stats, errors, suites: [] })).toEqual({
    passed: 5,
    failed: 3,
    skipped: 2,
  });
});

test('a runner that leaves no report has one failure', () => {
  expect(countOfRunner({ exitCode: 0, count: undefined })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('a runner that ends badly with nothing but passed tests has one failure', () => {
  const count = { passed: 4, failed: 0, skipped: 0 };
  expect(countOfRunner({ exitCode: 1, count })).toEqual({ passed: 4, failed: 1, skipped: 0 });
});

test('a runner that ends badly keeps the failures that its report counts', () => {
  const count = { passed: 4, failed: 3, skipped: 0 };
  expect(countOfRunner({ exitCode: 1, count })).toEqual(count);
});

test('adds the counts of several runners and says them in one line', () => {
  const sum = addCounts([
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]);
  expect(formatCount(sum)).toBe('11 passed, 22 failed, 33 skipped');
});

test('names each failed test of a vitest report with its message, without colours', () => {
  const testResults = [file('failed', ['passed', 'failed']), file('passed', ['passed'])];
  expect(vitestFailures({ testResults })).toEqual(['a.test.ts › fact 1\n    expected 1']);
});

test('names a file that does not load with its message', () => {
  expect(vitestFailures({ testResults: [file('failed', [])] })).toEqual([
    'a.test.ts\n    SyntaxError: no such word',
  ]);
});

test('names failed and flaky journeys of inner suites, and errors outside of tests', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ duration: 500, errors: [{ message: `${title} broke` }] }] }],
  });
  const inner = { file: 'b.spec.ts', specs: [spec('one', 'unexpected'), spec('two', 'expected')] };
  const suites = [{ file: 'b.spec.ts', specs: [spec('three', 'flaky')], suites: [inner] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  expect(playwrightFailures({ stats, suites, errors: [{ message: 'no server' }] })).toEqual([
    'outside of tests\n    no server',
    'b.spec.ts › three\n    three broke',
    'b.spec.ts › one\n    one broke',
  ]);
});

test('the slowest files come first, each with its share of its kind', () => {
  const took = (name: string, endTime: number) => ({ ...file('passed', []), name, endTime });
  const testResults = [took('/root/a.test.ts', 1000), took('/root/b.test.ts', 3000)];
  const spec = { title: 'one', tests: [{ status: 'expected', results: [run, run] }] };
  const inner = { file: 'c.spec.ts', specs: [spec] };
  const suites = [{ file: 'c.spec.ts', specs: [spec], suites: [inner] }];
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };
  const times = [
    ...vitestTimes({ testResults: [...testResults, took('/root/d.browser.test.ts', 500)] }),
    ...playwrightTimes({ stats, errors: [], suites }),
  ];
  expect(formatSlowest(times, { root: '/root', count: 3 })).toBe(
    [
      'The 3 slowest files:',
      '    3.0 s  75.0 % of node     b.test.ts',
      '    2.0 s 100.0 % of e2e      c.spec.ts',
      '    1.0 s  25.0 % of node     a.test.ts',
    ].join('\n'),
  );
});

const run = { duration: 500, errors: [] };

test('a row of ours with harm fails, and a control without; erased texts in Firefox do not count', () => {
  const row = { ...harmless, system: 'agent-memory', fault: 'kill', browser: 'chromium' };
  const rows = [
    row,
    { ...row, fault: 'torn', torn: 1 },
    { ...row, system: 'without a new log', wiped: 1 },
    { ...row, system: 'IndexedDB alone', fault: 'erase' },
    { ...row, fault: 'erase', browser: 'firefox', lost: 4 },
  ];
  expect(countChaos({ rows })).toEqual({ passed: 2, failed: 2, skipped: 0 });
  expect(chaosFailures({ rows })).toEqual([
    expect.stringContaining('chaos › torn › chromium'),
    expect.stringContaining('chaos › erase › chromium'),
  ]);
});

const harmless = { ...NOTHING_YET, version: '1', durability: 'relaxed' as const, rounds: 1 };
