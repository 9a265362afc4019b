import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { splittingSentences } from './split-sentences.ts';

const split = (text: string) => runToEnd(splittingSentences(text));

test('[CMP-10] splits prose at the ends of its sentences only', () => {
  expect(split('It costs $1.50, e.g. for Dr. Lee. See a.ts! Is v2.1 out? Yes...')).toEqual([
    'It costs $1.50, e.g. for Dr. Lee.',
    'See a.ts!',
    'Is v2.1 out?',
    'Yes...',
  ]);
});

test('[CMP-10] splits Cyrillic, Chinese and Japanese', () => {
  expect(split('Это важно. Нужно 3 дня, т. е. до пятницы!')).toEqual([
    'Это важно.',
    'Нужно 3 дня, т. е. до пятницы!',
  ]);
  expect(split('今天很忙。明天再说!好吗?')).toEqual(['今天很忙。', '明天再说!', '好吗?']);
  expect(split('予約を取り消します。よろしいですか？')).toEqual([
    '予約を取り消します。',
    'よろしいですか？',
  ]);
});

test('[CMP-10] takes the items of a list one by one, without their marks', () => {
  expect(split('- first wish\n* second wish\n3. third wish\n- [x] fourth wish')).toEqual([
    'first wish',
    'second wish',
    'third wish',
    'fourth wish',
  ]);
});

test('[CMP-10] leaves code blocks, headings, tables, rules and tags out', () => {
  const text =
    '# Title\nBefore.\n```js\nrun();\n```\n| a | b |\n---\n<br>\nAfter.\n~~~\nnever closed.';
  expect(split(text)).toEqual(['Before.', 'After.']);
});

test('[CMP-10] joins lines that were wrapped and keeps apart lines that were not', () => {
  const wrapped =
    'This line was broken by an editor after about seventy characters and\ngoes on here.';
  expect(split(wrapped)).toEqual([wrapped.replace('\n', ' ')]);
  expect(split('short line\nanother one')).toEqual(['short line', 'another one']);
});

test('[CMP-10] leaves out what has no end for five hundred characters, and goes on after it', () => {
  const endless = 'word '.repeat(2_000);
  expect(split(`${endless}end. This one is fine.`)).toEqual(['This one is fine.']);
});

test('[CMP-10] finds every one of ten thousand sentences in one paragraph', () => {
  const sentences = Array.from({ length: 10_000 }, (_, i) => `Sentence number ${i} stands here.`);
  expect(split(sentences.join(' '))).toEqual(sentences);
});
