import { expect, test } from 'vitest';
import {
  addCounts,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
  playwrightFailures,
  vitestFailures,
} from './count-reports.mjs';

const file = (status: string, tests: readonly string[]) => ({
  name: 'a.test.ts',
  status,
  message: status === 'failed' && tests.length === 0 ? 'SyntaxError: no such word' : '',
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
    tests: [{ status, results: [{ errors: [{ message: `${title} broke` }] }] }],
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
