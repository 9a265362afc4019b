import { expect, test } from 'vitest';
import {
  addCounts,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
} from './count-reports.mjs';

const file = (status: string, tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
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
  expect(countPlaywright({ stats, errors: ['a file does not load'] })).toEqual({
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
