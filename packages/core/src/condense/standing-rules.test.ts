import { expect, test } from 'vitest';
import { standingRules } from './standing-rules.ts';
import { NO_RULES, RULES } from './testing/said-by-users.ts';

const rulesIn = (text: string) => standingRules(text).map((rule) => rule.text);

test.each(Object.values(RULES).flat())(
  '[CMP-16] a sentence that holds on is found, whole: %s',
  (said) => {
    expect(rulesIn(said)).toEqual([said]);
  },
);

test.each(NO_RULES)('[CMP-16] what concerns one turn or another person is no rule: %s', (said) => {
  expect(rulesIn(said)).toEqual([]);
});

test('[CMP-16] a rule stands beside other sentences, with its place in the message', () => {
  const said = 'Hi there!\n\nAlways use  tabs. Now fix the build.\n- Never push to main.';
  for (const { text, start, end } of standingRules(said)) {
    expect(said.slice(start, end)).toBe(text);
  }
  expect(rulesIn(said)).toEqual(['Always use  tabs.', 'Never push to main.']);
});

test('[CMP-16] a wrapped sentence and a title with a point stay whole', () => {
  const wrapped =
    'From now on please write every commit message in the imperative mood,\nas the others do.';
  expect(rulesIn(`${wrapped} Fix it.`)).toEqual([wrapped]);
  expect(rulesIn('Address me as Dr. Lee.')).toEqual(['Address me as Dr. Lee.']);
});

const letter = 'Always use tabs.\nNever push to main.\nFrom now on, keep your answers short.';
const inTag = (name: string) => `<${name} path="a.md">\n${letter}\n</${name}>`;
const indented = letter.replaceAll(/^/gm, '    ');

test.each([
  ['a fence', `\`\`\`\n${letter}\n\`\`\``],
  ['a fence that is never closed', `Look:\n~~~\n${letter}`],
  ['code', `What does \`Always use tabs.\` mean?\n${indented}`],
  ['a block quote', letter.replaceAll(/^/gm, '> ')],
  ['quotation marks', '"Always use tabs." and “Never push to main.” were the titles.'],
  ['a forwarded mail', `See below.\n\nFrom: Tom <tom@example.org>\nSubject: Rules\n\n${letter}`],
  ['an answered mail', `On Mon, 3 May 2027, Tom Smith wrote:\n${letter}`],
  ['a mail of a mail', `---------- Forwarded message ----------\n${letter}`],
  ['a letter', `Dear Anna,\n\n${letter}\n\nBest,\nTom`],
  ['what a page says', `The page says: ${letter}`],
  ['what somebody wrote', `Tom wrote:\n\n${letter}`],
  ['a file', `Here is the README:\n\n${letter}`],
  ['a tag', inTag('file')],
  ['a tag on one line', '<doc>Never push to main.</doc>'],
  ['a table', '| rule |\n| --- |\n| Always use tabs. |'],
  ['data', '{\n  "rule": "Always use tabs.",\n  "other": "Never push."\n}'],
  ['a log', '2026-01-01 10:00:00 WARN Never use this.\nERROR: Do not use tabs.'],
  ['a chat', 'Ann: Always use tabs.\nPat Lee: Never push to main.\nNot even on Mondays.'],
  ['a chat with times', '[9:15 AM] Ann: Always use tabs.\n3/5/27, 9:16 - Pat: Never push to main.'],
  ['a configuration', 'prompt: Always use tabs.\nfallback: Never push to main.'],
  ['a handbook', `# Style\n\n${letter}\n\n## Mail\n\n${letter}`],
  ['a task with its text behind it', `Shorten this for the wall: ${letter}`],
  ['a task with its text below', `Could you please rephrase the following\n\n${letter}`],
  ['a task about a text of one’s own', `Hi! Polish my draft.\n\n${letter}\n\n${letter}`],
  ['a task in German', `Bitte korrigiere meinen Text.\n\n${letter}`],
  ['a task in French', `Traduis en anglais : ${letter}`],
  ['what was found', `I copied this from a forum: ${letter}`],
  ['terms of others', `Rules from the landlord:\n1. Always use tabs.\n2. Never push to main.`],
  ['output', `Output of the checker:\n${letter}`],
  ['what a client wants', 'Our client wants that we always use tabs.'],
  ['a long text', `${'The firm grew in spring. '.repeat(40)}${letter} ${'It grew. '.repeat(80)}`],
  ['a diff', '+ Always use tabs.\n+ Never push to main.'],
])('[CMP-16] [GRD-1] text in %s is not the user’s own', (_, text) => {
  expect(rulesIn(text)).toEqual([]);
});

test('[CMP-16] of a pasted document only the short paragraph before and behind it is own text', () => {
  const document = `# Style\n\n## Rules\n\n${`${letter}\n\n`.repeat(80)}## End\n\nThat is all.`;
  expect(rulesIn(document)).toEqual([]);
  const own = ['Please always follow this guide.', 'Never change it without asking me.'];
  expect(rulesIn(own.join(`\n\n${document}\n\n`))).toEqual(own);
});

test.each([
  'Review the billing module.\n\nNever push to main.',
  'Can you check this branch? Never push to main.',
  'Summarise this article:\n\n```\nIt rained.\n```\nNever push to main.',
  'My wishes for this chat:\n- Never push to main.',
  'Note: it is late.\nAlso: it rains.\nNever push to main.',
])('[CMP-16] a rule beside a task stays the user’s: %j', (said) => {
  expect(rulesIn(said)).toEqual(['Never push to main.']);
});

test('[CMP-16] what stands behind a fence or a tag is own text again', () => {
  const behind = 'And never use yarn.';
  expect(rulesIn(`Run this:\n\`\`\`\nnpm test\n\`\`\`\n${behind}`)).toEqual([behind]);
  expect(rulesIn(`${inTag('file')}\n${behind}`)).toEqual([behind]);
});
