import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedSessions } from './recorded-sessions.ts';

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

interface SessionFile {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly messages: readonly ChatMessage[];
}

/**
 * The intended shape of each session. Sizes are counted in characters, 3 to 3.5 of which make a
 * token of o200k_base here.
 */
const promises = [
  { id: 'booking', messages: [60, 80], characters: [15_000, 25_000], longestResult: 4_500 },
  { id: 'healthy', messages: [60, 80], characters: [27_000, 40_000], longestResult: 1_200 },
  { id: 'bloated', messages: [80, 110], characters: [90_000, 130_000], longestResult: 12_000 },
  { id: 'thrashing', messages: [100, 140], characters: [55_000, 90_000], longestResult: 2_500 },
] as const;

const MAX_FILE_BYTES = 200_000;
const MIN_LATE_VALUES = 10;

test('every recorded session is listed once, with the words of its own file', () => {
  const ids = recordedSessions.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(promises.map(({ id }) => id).toSorted());
  for (const { url, budgetTokens: _budget, ...listed } of recordedSessions) {
    const { messages: _, ...written } = JSON.parse(
      readFileSync(new URL(url), 'utf8'),
    ) as SessionFile;
    expect(listed).toEqual(written);
  }
});

test.each(promises)('$id begins with its system prompt and a request', ({ id }) => {
  const roles = fileOf(id).messages.map(({ role }) => role);
  expect(roles.slice(0, 2)).toEqual(['system', 'user']);
  expect(roles.lastIndexOf('system')).toBe(0);
  expect(roles.at(-1)).toBe('assistant');
});

test.each(promises)('$id has only the fields of its roles, and text where it speaks', ({ id }) => {
  for (const message of fileOf(id).messages) {
    expect(Object.keys(message).toSorted()).toEqual(fieldsOf(message));
    if (message.tool_calls === undefined) expect(message.content).not.toBe('');
    else expect(message.tool_calls.length).toBeGreaterThan(0);
  }
});

test.each(promises)('[CMP-3] $id answers every tool call right after it, in order', ({ id }) => {
  const { messages } = fileOf(id);
  for (const [index, message] of messages.entries()) {
    const asked = message.tool_calls?.map((call) => call.id) ?? [];
    const answered = messages.slice(index + 1, index + 1 + asked.length);
    expect(answered.map((answer) => answer.tool_call_id)).toEqual(asked);
  }
  expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(callsOf(messages).length);
});

test.each(promises)('$id names each call once and its arguments are an object', ({ id }) => {
  const calls = callsOf(fileOf(id).messages).map(({ call }) => call);
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  for (const call of calls) {
    expect(call.function.name).toMatch(/^[a-z_]+$/);
    expect(JSON.parse(call.function.arguments)).toBeInstanceOf(Object);
  }
});

test.each(promises)('$id is as long as it says', ({ id, messages, characters, longestResult }) => {
  const file = fileOf(id);
  expect(Buffer.byteLength(textOfFile(id))).toBeLessThan(MAX_FILE_BYTES);
  expectWithin(file.messages.length, messages);
  expectWithin(
    file.messages.reduce((sum, message) => sum + textOf(message).length, 0),
    characters,
  );
  const results = file.messages.filter(({ role }) => role === 'tool');
  const longest = Math.max(...results.map(({ content }) => content.length));
  expectWithin(longest, [longestResult / 2, longestResult]);
});

test.each(promises.filter(({ id }) => id !== 'booking'))(
  '$id needs values late that were last seen in its first half',
  ({ id }) => {
    const late = lateValues(fileOf(id).messages);
    expect(late.size, [...late].join(', ')).toBeGreaterThanOrEqual(MIN_LATE_VALUES);
  },
);

test('bloated reads the same files again and asks for three at once', () => {
  const { messages } = fileOf('bloated');
  const reads = callsOf(messages)
    .filter(({ call }) => call.function.name === 'read_file')
    .map(({ call }) => (JSON.parse(call.function.arguments) as { path: string }).path);
  const timesRead = (path: string) => reads.filter((read) => read === path).length;
  expect(timesRead('src/harbourlog/rollup/buckets.py')).toBe(3);
  expect(timesRead('src/harbourlog/reader.py')).toBe(3);
  expect(timesRead('src/harbourlog/clock.py')).toBe(3);
  expect(messages.some((message) => message.tool_calls?.length === 3)).toBe(true);
});

test('thrashing changes its mind: the newest value is the one that is used', () => {
  const calls = callsOf(fileOf('thrashing').messages).map(({ call }) => call.function);
  const soundChecks = calls
    .map((call) => (JSON.parse(call.arguments) as { sound_check?: string }).sound_check)
    .filter((time) => time !== undefined);
  expect(soundChecks).toEqual(['14:30', '15:00', '15:00', '15:00']);
});

test('the sessions speak more than one script', () => {
  for (const id of ['healthy', 'bloated', 'thrashing']) {
    expect(textOfFile(id)).toMatch(/\p{Script=Cyrillic}{4}/u);
  }
  for (const { id } of promises) expect(textOfFile(id)).toMatch(/[ÅÄÖåäöéíðþšč]/u);
  expect(textOfFile('healthy')).toContain('€');
});

function textOfFile(id: string): string {
  return readFileSync(new URL(`./${id}.json`, import.meta.url), 'utf8');
}

function fileOf(id: string): SessionFile {
  return JSON.parse(textOfFile(id)) as SessionFile;
}

function fieldsOf(message: ChatMessage): readonly string[] {
  if (message.role === 'tool') return ['content', 'role', 'tool_call_id'];
  return message.tool_calls ? ['content', 'role', 'tool_calls'] : ['content', 'role'];
}

function expectWithin(value: number, [low, high]: readonly [number, number]): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

function textOf(message: ChatMessage): string {
  const calls = message.tool_calls ?? [];
  return message.content + calls.map((call) => call.function.name + call.function.arguments).join();
}

function callsOf(messages: readonly ChatMessage[]): { index: number; call: ToolCall }[] {
  return messages.flatMap((message, index) =>
    (message.tool_calls ?? []).map((call) => ({ index, call })),
  );
}

/** Argument values of the last third that stood in the first half and nowhere in between. */
function lateValues(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const texts = messages.map(textOf);
  const middle = Math.floor(messages.length / 2);
  const seen = (value: string, from: number, to: number) =>
    texts.slice(from, to).some((text) => text.includes(value));
  const late = callsOf(messages)
    .filter(({ index }) => index >= (messages.length * 2) / 3)
    .flatMap(({ index, call }) =>
      shortValues(JSON.parse(call.function.arguments)).filter(
        (value) => seen(value, 0, middle) && !seen(value, middle, index),
      ),
    );
  return new Set(late);
}

/** Strings and numbers of 4 to 60 characters, at any depth; of longer ones the words with a digit. */
function shortValues(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(shortValues);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  if (text.length <= 60) return text.length >= 4 ? [text] : [];
  const words = text.split(/[\s"'`(),;]+/).map((word) => word.replace(/[.:]+$/, ''));
  return words.filter((word) => word.length >= 4 && word.length <= 60 && /\d/.test(word));
}
