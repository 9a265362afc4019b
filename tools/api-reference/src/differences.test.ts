import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { differences } from './differences.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'differences-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('folders with the same texts do not differ', () => {
  write('wanted/core/testing.md', 'one\ntwo\n');
  write('found/core/testing.md', 'one\ntwo\n');
  expect(between()).toEqual([]);
});

test('a file that is missing, left over or changed is named, and where it changed', () => {
  write('wanted/new.md', 'one\n');
  write('wanted/core/changed.md', 'one\ntwo\nthree\n');
  write('wanted/longer.md', 'one\ntwo\n');
  write('found/core/changed.md', 'one\nzwei\nthree\n');
  write('found/longer.md', 'one\ntwo\n\nmore\n');
  write('found/old.md', 'one\n');
  expect(between()).toEqual([
    'core/changed.md differs from line 2 on.',
    'longer.md differs from line 4 on.',
    'new.md is missing.',
    'old.md is left over.',
  ]);
});

test('where nothing was written yet every file is missing', () => {
  write('wanted/README.md', 'one\n');
  expect(between()).toEqual(['README.md is missing.']);
});

function write(file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function between(): string[] {
  return differences(path.join(folder, 'wanted'), path.join(folder, 'found'));
}
