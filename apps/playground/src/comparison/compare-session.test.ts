import { readFileSync } from 'node:fs';
import { loadTiktokenCounter, type Message } from '@agent-memory/core';
import { beforeAll, expect, test } from 'vitest';
import { readSession } from '../session-file/session-file.ts';
import { callsIn, compareSession } from './compare-session.ts';
import type { ComparisonFrame } from './compared-context.ts';
import { FIRST_COMPARISON, happenedAt, shownMs, storySoFar, verdict } from './story.ts';

const { limitTokens, value } = FIRST_COMPARISON;
let frames: readonly ComparisonFrame[];

beforeAll(async () => {
  frames = await framesOf(await bundled('booking'));
});

async function bundled(id: string): Promise<readonly Message[]> {
  const file = new URL(`../sessions/${id}.json`, import.meta.url);
  return (await readSession(JSON.parse(readFileSync(file, 'utf8')), id)).messages;
}

async function framesOf(messages: readonly Message[]): Promise<readonly ComparisonFrame[]> {
  const counter = await loadTiktokenCounter();
  const comparison = compareSession({ ...FIRST_COMPARISON, messages, counter });
  const all: ComparisonFrame[] = [];
  for (let frame = await comparison.next(); frame; frame = await comparison.next()) all.push(frame);
  await comparison.dispose();
  return all;
}

function last(): ComparisonFrame {
  const frame = frames.at(-1);
  if (!frame) throw new Error('The session has no call.');
  return frame;
}

test('gives both contexts of every call, up to the last question', async () => {
  const messages = await bundled('booking');
  expect(frames).toHaveLength(callsIn(messages));
  expect(last().question).toContain('wants the booking number of our cottage');
  expect(last().messages).toBe(messages.length - 1);
});

test('[BUD-3] the last question needs what only the memory still sends, within the limit at every call', () => {
  const { newest, memory } = last();
  expect(newest.place).toBeUndefined();
  expect(memory.place).toMatchObject({ kind: 'summary' });
  for (const frame of frames) expect(frame.memory.tokens).toBeLessThanOrEqual(limitTokens);
  expect(frames.filter(({ isSaid, memory: { place } }) => isSaid && !place)).toEqual([]);
});

test('the rival is fair: it stays within the limit, and drops nothing before it has to', () => {
  expect(frames.every(({ newest }) => newest.tokens <= limitTokens)).toBe(true);
  const first = frames.find(({ newest }) => newest.notSent > 0);
  expect(first?.isSaid && first.newest.tokens).toBeGreaterThan(limitTokens / 2);
});

test('both columns count alike: as long as everything is sent, they are as full', () => {
  const whole = frames.filter(({ newest, compactions }) => newest.notSent + compactions === 0);
  expect(whole.length).toBeGreaterThan(5);
  for (const { newest, memory } of whole) expect(newest.tokens).toBe(memory.tokens);
});

test('tells its story in order, and plays in 15 to 25 seconds', () => {
  const told = frames.map((frame, at) => happenedAt(frame, frames[at - 1]));
  const moments = told.filter((text) => text !== '').join('\n');
  expect(moments).toMatch(
    /^The guest gives the booking number[\s\S]*drops its oldest[\s\S]*among them[\s\S]*keeps QX7-4921/,
  );
  const ms = told.reduce((sum, text) => sum + shownMs(text !== ''), 0);
  expect(ms).toBeGreaterThan(15_000);
  expect(ms).toBeLessThan(25_000);
  expect(storySoFar([])).toBe('The conversation begins. Both send everything.');
  expect(verdict(last())).toBe(
    'The last question needs the booking number: the window of newest messages has lost it, agent-memory still has it.',
  );
});

test('nothing is staged: a session that never says the value has it nowhere', async () => {
  const others = await framesOf(await bundled('healthy'));
  expect(others.some(({ isSaid }) => isSaid)).toBe(false);
  expect(others.some(({ memory, newest }) => memory.place || newest.place)).toBe(false);
  const end = others.at(-1);
  expect(end && verdict(end)).toContain('each of them has lost it');
  expect(JSON.stringify(others)).not.toContain(value);
});
