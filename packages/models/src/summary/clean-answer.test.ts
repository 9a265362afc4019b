import { expect, test } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';

const SUMMARY = 'The user wants order ZFA04Y rebooked.\n- It was moved to 2026-05-20.';

test.each([
  ['as it is', SUMMARY],
  ['white space around it', `\n\n  ${SUMMARY} \n`],
  ['a lead-in on a line of its own', `Here is a summary of the conversation:\n\n${SUMMARY}`],
  ['a lead-in in front', `Here's the summary: ${SUMMARY}`],
  ['a greeting and a lead-in', `Sure! Here is the updated summary:\n${SUMMARY}`],
  ['a lead-in with words', `Okay, here is a brief summary in at most 240 words:\n\n${SUMMARY}`],
  ['a merged one', `Below is the merged summary of both:\n${SUMMARY}`],
  ['a greeting alone', `Certainly!\n\n${SUMMARY}`],
  ['a heading', `## Summary\n\n${SUMMARY}`],
  ['a heading in bold letters', `**Summary:**\n${SUMMARY}`],
  [
    'a heading in bold letters with the colon outside',
    `**Summary of the conversation**:\n${SUMMARY}`,
  ],
  ['a word and a colon', `Summary: ${SUMMARY}`],
  ['a fence', `\`\`\`\n${SUMMARY}\n\`\`\``],
  ['a fence with a language', `\`\`\`markdown\n${SUMMARY}\n\`\`\`\n`],
  ['a fence that is not closed', `\`\`\`text\n${SUMMARY}`],
  [
    'a lead-in, a fence and a heading',
    `Here is the summary:\n\n\`\`\`\nSummary:\n${SUMMARY}\n\`\`\``,
  ],
  ['tags', `<summary>\n${SUMMARY}\n</summary>`],
  ['tags that are not closed', `<pre><code>\n${SUMMARY}`],
  ['thoughts', `<think>\nWhat did they say? Order ZFA99X?\n</think>\n\n${SUMMARY}`],
  ['thoughts that its template opened', `They want a summary.\n</think>\n${SUMMARY}`],
  ['thoughts that do not end', `${SUMMARY}\n<think>Was that all of`],
  ['closing words', `${SUMMARY}\n\nLet me know if you need more detail!`],
])('[MOD-4] an answer with %s is the summary in it', (_, answer) => {
  expect(cleanAnswer(answer)).toBe(SUMMARY);
});

test.each([
  'Here is the problem: the train is late.',
  'This is what failed: the import of prices.csv.',
  'Summary statistics of the run are in out.csv.',
  'Sure of her choice, the user booked.',
  'The user said: "Here is a summary: pay."',
  'Code:\n```ts\nconst a = 1;\n```\nIt compiles.',
])('[MOD-4] a summary that begins so is left as it is: %s', (text) => {
  expect(cleanAnswer(text)).toBe(text);
});

test.each(['<think>Only thoughts', '<think></think>', '', ' \n '])(
  '[MOD-4] an answer without a summary is empty: %j',
  (answer) => {
    expect(cleanAnswer(answer)).toBe('');
  },
);

test.each(['<think>', '\n', '\n```', '<a>', ' ', 'Sure, here is a summary '])(
  '[MOD-4] a megabyte of %j is read in one go',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    // Work that grows with the square of the length would end the test by its time limit.
    expect(cleanAnswer(`${text}.`).length).toBeLessThanOrEqual(text.length + 1);
  },
);
