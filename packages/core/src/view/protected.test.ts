import { expect, test } from 'vitest';
import { aTextMessage } from '../testing/builders.ts';
import { aReply, aUserMessage } from '../testing/compaction-input.ts';
import { aTranscript } from '../testing/transcripts.ts';
import { protectionOf } from './protected.ts';

const rules = aTextMessage('system', 'You are a coding agent.');

test('[TIER-1] a system message that repeats a leading one word for word may leave', () => {
  const conversation = [rules, aUserMessage(5), aReply(5), rules, aReply(5)];
  const transcript = aTranscript(conversation);
  expect(protectionOf(transcript, 0)).toBe('system');
  expect(protectionOf(transcript, 3)).toBeUndefined();
});

test('[TIER-1] a system message further down that says anything else stays', () => {
  const other = aTextMessage('system', 'You are a coding agent. Be brief.');
  const transcript = aTranscript([
    rules,
    aUserMessage(5),
    aReply(5),
    other,
    aReply(5),
    other,
    aReply(5),
  ]);
  expect([3, 5].map((seq) => protectionOf(transcript, seq))).toEqual(['system', 'system']);
});

test('[TIER-1] leading system messages stay, and so does the newest message, repeated or not', () => {
  const transcript = aTranscript([
    rules,
    aTextMessage('system', 'Be brief.'),
    aUserMessage(5),
    rules,
  ]);
  expect([0, 1, 3].map((seq) => protectionOf(transcript, seq))).toEqual([
    'system',
    'system',
    'newest-unit',
  ]);
});

test('[TIER-1] a repeated system message with a picture in it stays', () => {
  const image = { type: 'image', url: 'https://a.test/rules.png' } as const;
  const pictured = { ...rules, parts: [...rules.parts, image] };
  const transcript = aTranscript([rules, aUserMessage(5), aReply(5), pictured, aReply(5)]);
  expect(protectionOf(transcript, 3)).toBe('system');
});
