import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { checkText } from '../guard.ts';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { memoryExtraction } from './memory-extraction.ts';
import { answers, says } from './testing/chat-with-extraction.ts';

/** A reader that looks back from each character takes minutes for so many, and would fail by the limit of a test. */
const LENGTH = 60_000;

/** Beginnings and ends of sentences, lines, quotations, names, dates and tags, alone and in a row. */
const UNITS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\n ',
    '. ',
    '.',
    '!',
    '? ',
    ', ',
    '; ',
    ': ',
    '-',
    '_',
    '/',
    '\\',
    '*',
    '=',
    '#',
  ],
  ...[
    '"',
    '" ',
    "'",
    '`',
    '```\n',
    '(',
    '[',
    '{"a":',
    '<',
    '<a ',
    '</',
    '> ',
    '| ',
    '@',
    'a@',
    'http://',
  ],
  ...[
    'a',
    'aA',
    'A. ',
    'I ',
    'my ',
    'I prefer ',
    ' and ',
    'no, ',
    '1',
    '1.1.',
    '中',
    'Ａ',
    '👍',
    'e\u0301',
  ],
  ...[
    'From: a\n',
    'a: ',
    'System: ',
    'Chapter 1 ........ 12\n',
    'a. B" (c) \n',
    'not ',
    'Dear a,\n',
  ],
  ...[
    ', so I ',
    ', considering ',
    'the new ',
    'my a ',
    'Never use a. ',
    'I have never ',
    'By A\n',
    '00:01 a\n',
    'Remember that ',
    'Never store anything about ',
    'the docs at ',
  ],
];

test.each(UNITS)(
  '[EXT-1] [GRD-2] a message of nothing but %j is taken in, read, checked and searched in linear time',
  async (unit) => {
    const text = unit.repeat(LENGTH / unit.length);
    const longTerm = createLongTermMemory({ user: 'ada' });
    await longTerm.store({
      type: 'user',
      kind: 'preference',
      text: 'I prefer tea.',
      source: 'user_stated',
    });
    const extraction = memoryExtraction(longTerm);
    const memory = createAgentMemory({
      id: 'chat',
      budget: fixedBudget(1_000_000),
      features: [retrievedRecords(longTerm), extraction.feature],
    });
    await memory.append([says(text), answers(text), says(text), answers('Yes.')]);
    const { messages } = await memory.assemble();
    await extraction.settled();
    expect(messages.length).toBeGreaterThan(0);
    expect(extraction.log('chat').every(({ failure }) => failure === undefined)).toBe(true);
    expect(checkText(text.slice(0, 10_000), { source: 'external' }).verdict).toBeDefined();
    await memory.dispose();
  },
);
