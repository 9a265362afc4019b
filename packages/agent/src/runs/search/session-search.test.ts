import { expect, test } from 'vitest';
import { aRunSession } from '../../testing/a-run-session.ts';
import { SessionSearch } from './session-search.ts';

/** The texts of the lines that answer, best first. */
async function linesFor(query: string, said: readonly [user: string, answer: string][]) {
  const { memory, say, reply } = aRunSession();
  for (const [user, answer] of said) {
    await say(user);
    await reply(answer);
  }
  const { lines } = await new SessionSearch(memory).search(query, [], undefined);
  return lines.map(({ text }) => text);
}

test('[RET-6] what the user said stands before an answer that repeats it', async () => {
  const user = 'The ferry to Delos leaves from pier seven.';
  const answer = 'So the ferry to Delos, the ferry that leaves from pier seven.';
  expect(await linesFor('ferry Delos pier', [[user, answer]])).toEqual([user, answer]);
});
