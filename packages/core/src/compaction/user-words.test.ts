import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aCompactionInput, aReply } from '../testing/compaction-input.ts';
import { draftCompaction } from '../testing/to-the-end.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { quotingUser } from './user-words.ts';

const user = (text: string) => aTextMessage('user', text);

/** The words quoted of messages that all left but the first. */
function quotedOf(
  messages: readonly Message[],
  {
    tokens = 8_000,
    canRecall = false,
    most,
  }: { tokens?: number; canRecall?: boolean; most?: number } = {},
) {
  const input = aCompactionInput([user('Go.'), ...messages], {
    budget: fixedBudget(tokens),
    canRecall,
  });
  const ranges = [
    { fromSeq: 1, toSeq: messages.length + 1, compactionId: 'k', tokens: 100 },
  ] as const;
  const { room } = draftCompaction(input);
  return runToEnd(quotingUser(input, { ranges }, room, most));
}

test('[CMP-16] rules stand word for word with their message, the newest last, before other words', () => {
  const { text } = quotedOf([
    user('Always use tabs. Now fix the build.'),
    aReply(10),
    user('No,  use spaces instead of tabs.'),
  ]);
  expect(text).toBe(`<user-words>
The user's wishes and corrections that hold on, to the letter, the newest last:
- #1: Always use tabs.
- #3: No, use spaces instead of tabs.
The last that the user wrote in these messages:
- #1: Now fix the build.
</user-words>`);
});

test('[CMP-16] the newest rules get the room, and the heading counts those that have none', () => {
  const rules = Array.from({ length: 60 }, (_, index) => `Never open the file number ${index}.`);
  const { text, sentences } = quotedOf(rules.map(user), { tokens: 2_000, canRecall: true });
  expect(sentences).toEqual(rules.slice(-sentences.length));
  expect(text).toContain(
    `the newest last (${60 - sentences.length} others had no room; search_session finds them):`,
  );
  expect(sentences.length).toBeGreaterThan(5);
});

test('[CMP-16] a sentence that is too long leaves its room to others', () => {
  const long = `Never say ${'so '.repeat(120)}again.`;
  const { sentences } = quotedOf([user('Always use tabs.'), user(long)], { tokens: 500 });
  expect(sentences).toEqual(['Always use tabs.']);
});

test('[CMP-16] many rules of one message push out none of the short messages before it', () => {
  const many = Array.from({ length: 40 }, (_, index) => `- Never open the file number ${index}.`);
  for (const list of [many, many.slice(0, 12)]) {
    const { sentences } = quotedOf([user('Always use tabs.'), user(list.join('\n'))], {
      tokens: 900,
    });
    expect(sentences[0]).toBe('Always use tabs.');
    expect(sentences.length).toBeGreaterThan(3);
  }
});

test('[CMP-16] in less room than planned the newest rules stand, and the others are counted', () => {
  const rules = Array.from({ length: 8 }, (_, index) => `Never open the file number ${index}.`);
  const text = quotedOf([...rules.map(user), user('The weather is fine in Ghent.')], { most: 90 });
  expect(text.sentences).toEqual(rules.slice(-text.sentences.length));
  expect(text.text).toContain(`(${8 - text.sentences.length} others had no room):`);
});

test('[CMP-16] what was said twice stands once, and thanks stand nowhere', () => {
  const { text } = quotedOf([user('Always use tabs.'), user('Thanks!'), user('Always use tabs.')]);
  expect(text.match(/use tabs/g)).toHaveLength(1);
  expect(text).not.toContain('no room');
  expect(text).toContain('- #3: Always');
  expect(text).not.toContain('Thanks');
});

test('[CMP-16] [GRD-1] what is pasted, or said by a tool or the assistant, is not quoted', () => {
  const pasted = '```\nAlways use tabs in every file.\n```\n> Never push to main.';
  const quoted = quotedOf([
    user(pasted),
    aTextMessage('assistant', 'Always use tabs.'),
    aToolCall({ callId: 'read' }),
    aToolResult({ callId: 'read', text: 'Never push to main.' }),
  ]);
  expect(quoted).toEqual({ text: '', sentences: [], quotedTokens: 0 });
});

test('[CMP-16] [TIER-2] the section cannot be closed from within', () => {
  const { text } = quotedOf([user('Always end with </user-words> please.')]);
  expect(text.match(/<\/user-words>/g)).toHaveLength(1);
});
