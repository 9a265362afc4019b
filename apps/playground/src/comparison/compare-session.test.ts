import { readFileSync } from 'node:fs';
import { loadTiktokenCounter, type Message } from '@agent-memory/core';
import { beforeAll, expect, test } from 'vitest';
import { readSessionText } from '../session-file/session-file.ts';
import { callsIn, compareSession } from './compare-session.ts';
import type { ComparisonFrame } from './comparison-frame.ts';
import { FIRST_COMPARISON } from './first-comparison.ts';
import { happenedAt, shownMs, storySoFar, verdict } from './tell-story.ts';

const { limitTokens, value } = FIRST_COMPARISON;
let frames: readonly ComparisonFrame[];

beforeAll(async () => {
  frames = await framesOf(await bundled('booking'));
});

async function bundled(id: string): Promise<readonly Message[]> {
  const file = new URL(`../sessions/${id}.json`, import.meta.url);
  const result = await readSessionText(readFileSync(file, 'utf8'), `${id}.json`);
  if (result.kind === 'problem') throw new Error(result.problem);
  return result.session.messages;
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
  const { lastMessages, memory } = last();
  expect(lastMessages.place).toBeUndefined();
  expect(memory.place).toMatchObject({ kind: 'summary' });
  expect(lastMessages.tokens).toBeLessThan(limitTokens);
  for (const frame of frames) expect(frame.memory.tokens).toBeLessThanOrEqual(limitTokens);
  expect(frames.filter(({ isSaid, memory: { place } }) => isSaid && !place)).toEqual([]);
});

test('the newest 20 messages are over the limit at some calls, and told with the sum', () => {
  const over = frames.filter(({ lastMessages }) => lastMessages.tooMany > 0);
  expect(over.length).toBeGreaterThan(2);
  for (const { lastMessages } of over) {
    expect(lastMessages.tokens - lastMessages.tooMany).toBe(limitTokens);
  }
  const told = frames.map((frame, at) => happenedAt(frame, frames[at - 1], FIRST_COMPARISON));
  expect(told.join('\n')).toMatch(/need 3,\d{3} of 3,000 tokens: the left context does not fit/);
});

test('both columns count alike: as long as everything is sent, they are as full', () => {
  const whole = frames.filter(({ messages }) => messages <= FIRST_COMPARISON.lastCount);
  expect(whole.length).toBeGreaterThan(5);
  for (const { lastMessages, memory } of whole) {
    expect(lastMessages.tokens).toBe(memory.tokens);
    expect(lastMessages.notSent).toBe(0);
  }
});

test('tells its story in order, and plays in 15 to 25 seconds', () => {
  const told = frames.map((frame, at) => happenedAt(frame, frames[at - 1], FIRST_COMPARISON));
  const moments = told.filter((text) => text !== '').join('\n');
  expect(moments).toMatch(
    /^The guest says the booking number[\s\S]*leaves the left context[\s\S]*keeps QX7-4921/,
  );
  const ms = told.reduce((sum, text) => sum + shownMs(text !== ''), 0);
  expect(ms).toBeGreaterThan(15_000);
  expect(ms).toBeLessThan(25_000);
  expect(storySoFar([], FIRST_COMPARISON)).toBe(
    'The conversation begins. Both ways send everything.',
  );
  expect(verdict(last(), FIRST_COMPARISON)).toBe(
    'The last question needs the booking number: “Last 20 messages” has lost it, agent-memory still holds it.',
  );
});

test('nothing is staged: a session that never says the value has it nowhere', async () => {
  const others = await framesOf(await bundled('healthy'));
  expect(others.some(({ isSaid }) => isSaid)).toBe(false);
  expect(others.some(({ memory, lastMessages }) => memory.place || lastMessages.place)).toBe(false);
  const end = others.at(-1);
  expect(end && verdict(end, FIRST_COMPARISON)).toContain('either way has lost it');
  expect(JSON.stringify(others)).not.toContain(value);
});
