import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEMORY_KINDS, MEMORY_TYPES, RECORD_SOURCES } from '../records/record-names.ts';
import { DAY_MS, HOUR_MS } from '../records/time.ts';
import { WRITE_POLICY } from './write-policy.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The rows of the tables that the README shows, made from the policy. */
function rowsOfPolicy(): string[][] {
  const { types, kinds, sources, natures } = WRITE_POLICY;
  return [
    ...Object.entries(types).map(([type, { about, scope }]) => [
      `\`${type}\``,
      about,
      scope === 'user' ? 'that user alone' : 'everybody in its namespace',
    ]),
    ...Object.entries(kinds).map(([kind, { criterion, ttlMs }]) => [
      `\`${kind}\``,
      criterion,
      lifetime(ttlMs),
    ]),
    ...Object.entries(natures).map(([nature, { verdict, criterion, ttlMs }]) => [
      `\`${nature}\``,
      criterion,
      verdict === 'allowed' ? 'only where `allow` names it' : verdict,
      verdict === 'refused' ? '–' : lifetime(ttlMs),
    ]),
    ...Object.entries(sources).map(([source, { confidence }]) => [
      `\`${source}\``,
      `${confidence}`,
    ]),
  ];
}

function lifetime(ttlMs: number | undefined): string {
  if (ttlMs === undefined) return '–';
  return ttlMs % DAY_MS === 0 ? `${ttlMs / DAY_MS} days` : `${ttlMs / HOUR_MS} hours`;
}

test('[LTM-3] the README shows the policy as it is', () => {
  const rows = README.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  for (const row of rowsOfPolicy()) expect(rows).toContainEqual(row);
});

test('[LTM-1] the policy speaks of every type, kind and source, and of no other', () => {
  expect(new Set(Object.keys(WRITE_POLICY.types))).toEqual(MEMORY_TYPES);
  expect(new Set(Object.keys(WRITE_POLICY.kinds))).toEqual(MEMORY_KINDS);
  expect(new Set(Object.keys(WRITE_POLICY.sources))).toEqual(RECORD_SOURCES);
});

test('[LTM-1] [NS-1] what is about a user is for that user alone', () => {
  expect(WRITE_POLICY.types.user.scope).toBe('user');
  expect(WRITE_POLICY.types.feedback.scope).toBe('user');
});
