import { expect, test } from 'vitest';
import { createDocuments } from './create-documents.ts';
import type { DocumentInput } from './documents.ts';

const MB = 1024 * 1024;

/** What becomes of an input: the rule that refuses it, or `added`. */
async function outcomeOf(input: DocumentInput) {
  const documents = createDocuments({ retrieval: { worker: false } });
  const outcome = await documents.add(input);
  return outcome.kind === 'refused' ? outcome.refusal.rule : outcome.kind;
}

const HOSTILE: readonly (readonly [name: string, rule: string, make: () => DocumentInput])[] = [
  [
    'nested 100,000 deep, 10 MB',
    'TOO_DEEP',
    () => ({
      format: 'html',
      content: `${'<div>'.repeat(100_000)}${'x '.repeat(5 * MB)}`.slice(0, 9_900_000),
    }),
  ],
  [
    'a tag of a million attributes',
    'HOSTILE',
    () => ({
      format: 'html',
      content: `<p ${Array.from({ length: 600_000 }, (_, index) => `a${index}=1`).join(' ')}>x`,
    }),
  ],
  [
    'formatting that is carried into each paragraph',
    'HOSTILE',
    () => ({
      format: 'html',
      content: Array.from({ length: 50_000 }, (_, at) => `<p><b i=${at}>x`).join(''),
    }),
  ],
  [
    'a style sheet of 2 MB',
    'HOSTILE',
    () => ({ format: 'html', content: `<style>${'/*'.repeat(MB)}</style><p>x` }),
  ],
  [
    'a style without an end',
    'NO_TEXT',
    () => ({ format: 'html', content: `<style>${'/*{'.repeat(300_000)}` }),
  ],
];

test.each(HOSTILE)('[LTM-10] a page with %s is refused (%s)', async (_, rule, make) => {
  expect(await outcomeOf(make())).toBe(rule);
});

/** Each line deeper than the one before it. */
const deeper = (mark: string) =>
  Array.from({ length: 1_000 }, (_, at) => `${'  '.repeat(at)}${mark} x`).join('\n');

const LARGE: readonly (readonly [name: string, make: () => DocumentInput])[] = [
  [
    'table content out of place',
    () => ({ format: 'html', content: `<table>${'<br>x'.repeat(100_000)}` }),
  ],
  [
    'style rules for every element',
    () => ({
      format: 'html',
      content: `<style>${'p{color:red}p.a:b(x){top:1px}'.repeat(30_000)}${':a('.repeat(20_000)}{top:1px}</style>${'<p class=a>x'.repeat(20_000)}`,
    }),
  ],
  ['unclosed tags', () => ({ format: 'html', content: `${'<'.repeat(MB)} text` })],
  ['unclosed comments', () => ({ format: 'html', content: `text ${'<!-'.repeat(300_000)}` })],
  ['a line without an end', () => ({ format: 'text', content: 'k'.repeat(MB / 2) })],
  ['backticks', () => ({ format: 'markdown', content: `text ${'`'.repeat(MB)}<b>` })],
  ['brackets', () => ({ format: 'markdown', content: `text\n${'['.repeat(MB)}` })],
  ['pipes', () => ({ format: 'markdown', content: `|a|\n${'|-'.repeat(MB / 4)}` })],
  ['lists 1,000 deep', () => ({ format: 'markdown', content: deeper('-') })],
  ['numbered lists 1,000 deep', () => ({ format: 'markdown', content: deeper('1.') })],
  ['10,000 quotes in quotes', () => ({ format: 'markdown', content: `${'>'.repeat(10_000)} x` })],
  ['10,000 dashes', () => ({ format: 'markdown', content: `${'- '.repeat(10_000)}x` })],
  ['10,000 asterisks', () => ({ format: 'markdown', content: `${'* '.repeat(10_000)}x` })],
  [
    'lines of 990 backticks',
    () => ({
      format: 'markdown',
      content: `${'`'.repeat(990)} ${'x'.repeat(990)}\n`.repeat(5_000),
    }),
  ],
  [
    'lines of 1,990 blanks',
    () => ({ format: 'markdown', content: `${' '.repeat(1_990)}x\n`.repeat(5_000) }),
  ],
  [
    'headings of 1,990 blanks',
    () => ({ format: 'markdown', content: `# a${' '.repeat(1_980)}b\n`.repeat(2_000) }),
  ],
  [
    'a table with a head of 100,000 blanks',
    () => ({
      format: 'markdown',
      content: `| a${' '.repeat(100_000)} |\n|---|\n${'| b |\n'.repeat(5_000)}`,
    }),
  ],
  ['a megabyte of blanks', () => ({ format: 'markdown', content: `a${' '.repeat(MB)}b` })],
  ['blanks within a page', () => ({ format: 'html', content: `<pre>a${' '.repeat(MB)}b</pre>` })],
  [
    'lists within lists of a page',
    () => ({ format: 'html', content: `${'<ul><li>x'.repeat(200)}${'<li>y'.repeat(20_000)}` }),
  ],
  [
    'tables within tables',
    () => ({
      format: 'html',
      content: `${'<table><tr><td>x'.repeat(120)}${'<td>y'.repeat(20_000)}`,
    }),
  ],
  ['entities', () => ({ format: 'html', content: `text ${'&amp'.repeat(MB / 8)}` })],
  ['autolinks', () => ({ format: 'markdown', content: `text ${'<a@'.repeat(MB / 8)}` })],
];

test.each(LARGE)('[LTM-10] a document of %s is taken in', async (_, make) => {
  expect(await outcomeOf(make())).toBe('added');
});
