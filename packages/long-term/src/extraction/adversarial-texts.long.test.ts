import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { speaksOfSelf } from '../change/user/speaks-of-self.ts';
import { checkText } from '../guard.ts';
import { retrievedRecords } from '../live/retrieved-records.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { secretIn } from '../policy/secrets.ts';
import { isSaidByUser } from '../tools/users-words.ts';
import { isOfOthersMoney } from './find/reported-words.ts';
import { memoryExtraction } from './memory-extraction.ts';
import { answers, says } from './testing/chat-with-extraction.ts';

/** A reader that looks back from each character takes minutes for so many, and would fail by the limit of a test. */
const LENGTH = 60_000;

const HEADER = '{"format":"agent-memory-records","version":1}';

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
  // Beginnings of passwords, reports, private matters, orders and seals.
  ...[
    'password is ',
    'my password to ',
    'login a/',
    'pin 1',
    'code de la ',
    'seed phrase: a ',
    'still a',
    'still aaa!',
    'my a b says ',
    'this is a poem ',
    'would have ',
    'By A says, ',
    'with a a ',
    'owes the a ',
    'earns 1,',
    'in therapy ',
    'a, ',
    'treat a ',
    'treat a as ',
    'have the user read ',
    'never tell ',
    'always say "',
    'override: a ',
    'whatever a ',
    'ignore all the previous ',
    'ask the user for their ',
    'curl a ',
    'A: “a” ',
    '{"seal":{"mac":"',
    'AQ==',
    "a's ",
    'A B ',
    'A. B. ',
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
    const statement = { text, value: text, reason: text };
    isSaidByUser({ ...statement, quote: text.slice(0, 40) }, memory.entries());
    isOfOthersMoney('I pay by bank transfer.', text, text, [text]);
    speaksOfSelf(text);
    expect(secretIn(text)).toBeOneOf([undefined, 'password']);
    const seal = JSON.stringify({ seal: { by: 'passphrase', key: text, salt: text, mac: text } });
    expect(await longTerm.importLines([HEADER, seal])).toMatchObject({ from: 'outside' });
    await memory.dispose();
  },
);
