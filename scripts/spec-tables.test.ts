import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository } from './repository.mjs';

const read = (path: string) => readFileSync(inRepository(path), 'utf8');

/** The codes in the first column of the table with this heading. */
function codesInTable(page: string, heading: string): readonly string[] {
  const lines = page.split('\n');
  const isHead = (line: string, index: number) =>
    line.startsWith(`| ${heading} `) && lines[index + 1]?.startsWith('| ---') === true;
  const start = lines.findIndex(isHead);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((row) => /`([^`]+)`/.exec(row)?.[1] ?? row);
}

/** The declaration of this name, up to the line that ends it. */
function declarationOf(source: string, start: string): string {
  const from = source.slice(source.indexOf(start));
  return from.slice(0, from.indexOf('\n}'));
}

const codesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, code]) => code);

test('[OBS-1] the specification lists every event, and no other', () => {
  const source = read('packages/core/src/state/events/memory-event.ts');
  const events = codesIn(
    declarationOf(source, 'export interface MemoryEventMap {'),
    /readonly '([a-z-]+)':/g,
  );
  expect(events.length).toBeGreaterThan(10);
  expect(codesInTable(read('docs/spec.md'), 'event').toSorted()).toEqual(events.toSorted());
});

test('[OBS-1] the specification lists every degradation, and no other', () => {
  const source = read('packages/core/src/plan/context-plan.ts');
  const codes = codesIn(source.slice(source.indexOf('type LiveLimit')), /'([A-Z_]{6,})'/g);
  expect(codes.length).toBeGreaterThan(8);
  expect(codesInTable(read('docs/spec.md'), 'degradation').toSorted()).toEqual(codes.toSorted());
});

test('[LTM-3] the specification lists every refusal of long-term memory, and no other', () => {
  const source = read('packages/long-term/src/policy/refusal.ts');
  const rules = codesIn(
    source.slice(source.indexOf('export type RefusalRule'), source.indexOf('/** A draft that')),
    /'([A-Z_]+)'/g,
  );
  expect(rules.length).toBeGreaterThan(20);
  expect(codesInTable(read('docs/spec.md'), 'refusal').toSorted()).toEqual(rules.toSorted());
});

test('[OBS-2] the specification lists every event of long-term memory, and no other', () => {
  const source = read('packages/long-term/src/memory/events.ts');
  const events = codesIn(
    declarationOf(source, 'export interface LongTermEventMap {'),
    /readonly '([a-z-]+)':/g,
  );
  expect(events.length).toBeGreaterThan(5);
  expect(codesInTable(read('docs/spec.md'), 'memory event').toSorted()).toEqual(events.toSorted());
});

test('[RET-3] the specification lists every rule of a retrieved record, and no other', () => {
  const source = read('packages/long-term/src/live/retrieved-records.ts');
  const rules = codesIn(
    source.slice(source.indexOf('interface LiveRules')),
    /readonly ([A-Z_]+):/g,
  );
  expect(rules.length).toBeGreaterThan(5);
  const page = read('docs/spec.md');
  expect(codesInTable(page, 'rule of a record').toSorted()).toEqual(rules.toSorted());
});
