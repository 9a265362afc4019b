import { fixedBudget, type OpenAiMessage, slidingWindow } from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { SessionMatchers } from '../replay/matchers/session-matchers.ts';
import { replaySession } from '../replay/replay-session.ts';
import { expectSession } from './vitest.ts';

const filler = (about: string): string => `${about}. ${'It goes on like this. '.repeat(12)}`;

/** A tool tells a code early on; 30 turns follow. */
const session: readonly OpenAiMessage[] = [
  { role: 'user', content: 'Look up order ZFA04Y, and "say" when it comes.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'get_order', arguments: '{"number":"ZFA04Y","note":"a \\"gift\\" box"}' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: `The driver waits. ${filler('Gate nine is open')}` },
  { role: 'assistant', content: 'It comes on Monday.' },
  ...Array.from({ length: 30 }, (_, turn): readonly OpenAiMessage[] => [
    { role: 'user', content: filler(`Question number ${turn}`) },
    { role: 'assistant', content: filler(`Answer number ${turn}`) },
  ]).flat(),
];

const wide = { contextWindow: 64_000 };
const narrow = { budget: fixedBudget(800), policy: slidingWindow({ messages: 4 }) };

async function failureOf(claim: Promise<void>): Promise<string> {
  const error: unknown = await claim.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('The claim held.');
  return error.message;
}

test('[HIS-5] in a wide window every claim about a session holds', async () => {
  const claims = expectSession(session, wide);
  await claims.toStayWithinBudget();
  await claims.toCompactAtMost(0);
  await claims.toKeepPrefix();
  await claims.toHaveNoOrphanResults();
  await claims.toKeepFirstMessage();
  await claims.toHaveValueAtCall('Gate nine', -1);
  await claims.toHaveValueAtCall('a "gift" box', 2);
});

test('[HIS-5] in a narrow one too, where compactions keep what they promise', async () => {
  const claims = expectSession(session, narrow);
  await claims.toStayWithinBudget();
  await claims.toHaveNoOrphanResults();
  await claims.toKeepFirstMessage();
  await claims.toKeepPrefix({ atLeast: 0.99 });
  await claims.not.toCompactAtMost(0);
});

test('[HIS-5] a value that left: the failure tells the message, the reason and when', async () => {
  const text = await failureOf(
    expectSession(session, narrow).toHaveValueAtCall('The driver waits', -1),
  );
  expect(text).toMatch(/^Expected "The driver waits" in the context of call 32\./);
  expect(text).toMatch(/- Message #2 \(tool\) holds it\. Not sent \(\d+ tokens\)/);
  expect(text).toMatch(/the policy sliding-window\S* keeps the newest 4 messages/);
  expect(text).toMatch(/It left before call \d+, when [\d,]+ tokens became [\d,]+ tokens/);
});

test('[HIS-5] the remedy that a failure names is true', async () => {
  const under = (tokens: number) =>
    expectSession(session, { budget: fixedBudget(tokens) }).toHaveValueAtCall('driver waits', -1);
  const text = await failureOf(under(800));
  const tokens = Number(
    /An input budget of ([\d,]+) tokens keeps/.exec(text)?.[1]?.replaceAll(',', ''),
  );
  await under(tokens);
  expect(await failureOf(under(tokens - 1))).toContain(
    `budget of ${tokens.toLocaleString('en-US')}`,
  );
});

test('[HIS-5] a value that nobody has said yet, or ever', async () => {
  const claims = expectSession(session, wide);
  expect(await failureOf(claims.toHaveValueAtCall('Question number 9', 3))).toContain(
    'No message before that call holds it: message #22 (user) is the first that does.',
  );
  expect(await failureOf(claims.toHaveValueAtCall('Gate ten', 3))).toContain(
    'No message of the session holds it.',
  );
  // Part of a longer word is not the value.
  expect(await failureOf(claims.toHaveValueAtCall('ZFA04', 1))).toContain('No message');
});

test('[HIS-5] a value that was not to be there', async () => {
  const claims = expectSession(session, wide);
  expect(await failureOf(claims.not.toHaveValueAtCall('ZFA04Y', 1))).toMatch(
    /not to stand in the context of call 1\. It stands in message #0 \(user\), tier \w+: Sent whole/,
  );
});

test('[HIS-5] a context over its budget: the failure tells the call, the sum and the largest', async () => {
  const long: readonly OpenAiMessage[] = [
    { role: 'user', content: 'word '.repeat(2_000) },
    { role: 'assistant', content: 'That was long.' },
  ];
  const claims = expectSession(long, { budget: fixedBudget(600), system: 'Answer.' });
  const text = await failureOf(claims.toStayWithinBudget());
  expect(text).toMatch(
    /Call 1 \(answered by message #1\) needs [\d,]+ tokens, [\d,]+ tokens over the input budget of 600 tokens\. Largest: message #0 \(user\) \([\d,]+ tokens\), system "system"/,
  );
  const needed = Number(/needs ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
  await expectSession(long, {
    budget: fixedBudget(needed),
    system: 'Answer.',
  }).toStayWithinBudget();
  expect(await failureOf(claims.toKeepFirstMessage())).toMatch(/Call 1 was refused/);
  expect(await failureOf(claims.toHaveValueAtCall('word', 1))).toMatch(/That context was refused/);
});

test('[HIS-5] too many compactions are told one by one', async () => {
  const text = await failureOf(expectSession(session, narrow).toCompactAtMost(1));
  expect(text).toMatch(/^Expected 1 compaction at most; there were \d+ compactions, in 32 calls\./);
  expect(text).toMatch(
    /- before call \d+: [A-Z_]+, [\d,]+ tokens became [\d,]+ tokens of 800 tokens/,
  );
});

test('[HIS-5] no claim that holds passes under `not`', async () => {
  const { not } = expectSession(session, wide);
  expect(await failureOf(not.toKeepPrefix())).toMatch(/it was 100 % of/);
  expect(await failureOf(not.toHaveNoOrphanResults())).toMatch(/and it does: no result of a tool/);
  expect(await failureOf(not.toCompactAtMost(0))).toMatch(/more than 0 compactions; there were 0/);
});

test('[HIS-5] the matchers serve any `expect`', async () => {
  await expect(replaySession(session, wide)).toStayWithinBudget();
  await expect(expect([]).toStayWithinBudget()).rejects.toThrow(/expectSession\(file, options\)/);
  await expect(expectSession(session, wide).toHaveValueAtCall('x', 99)).rejects.toThrow(/1 to 32/);
});

const claimsOf = (claims: SessionMatchers) => [
  () => claims.toStayWithinBudget(),
  () => claims.toHaveValueAtCall('x', -1),
  () => claims.toCompactAtMost(1),
  () => claims.toKeepPrefix(),
  () => claims.toHaveNoOrphanResults(),
  () => claims.toKeepFirstMessage(),
];

test.each<[string, readonly OpenAiMessage[]]>([
  ['nothing', []],
  ['a question alone', [{ role: 'user', content: 'Where is it?' }]],
])('[HIS-5] of %s no claim holds, and none under `not`', async (_, messages) => {
  const claims = expectSession(messages, wide);
  for (const claim of [...claimsOf(claims), ...claimsOf(claims.not)]) {
    expect(await failureOf(claim())).toMatch(/has no model call/);
  }
});

test('[HIS-5] where a call was refused, claims about what is sent say so', async () => {
  const long = [
    { role: 'user', content: 'word '.repeat(2_000) },
    { role: 'assistant', content: 'Yes.' },
  ];
  const claims = expectSession(long, { budget: fixedBudget(600) });
  expect(await failureOf(claims.toHaveNoOrphanResults())).toMatch(/- Call 1 was refused/);
  expect(await failureOf(claims.toKeepPrefix())).toMatch(/- Call 1 was refused/);
});

test.each([1.5, Number.NaN, '1', undefined, 0, 99])(
  '[HIS-5] the call %s is refused, under `not` too',
  async (call) => {
    const claims = expectSession(session, wide);
    for (const matchers of [claims, claims.not]) {
      const words = /`call` must be 1 to 32/;
      expect(await failureOf(matchers.toHaveValueAtCall('Gate nine', call as number))).toMatch(
        words,
      );
    }
  },
);

test('[HIS-5] options that there are not are refused, under `not` too', async () => {
  const { not } = expectSession(session, wide);
  const refusals: readonly (readonly [() => Promise<void>, RegExp])[] = [
    [() => not.toKeepPrefix({ atleast: 0.5 } as never), /did you mean `atLeast`/i],
    [() => not.toKeepPrefix(5 as never), /must be an object; got number/],
    [() => not.toKeepPrefix(null as never), /must be an object; got null/],
    [() => not.toKeepPrefix({ atLeast: '1' } as never), /`atLeast` must be a share/],
  ];
  for (const [claim, words] of refusals) expect(await failureOf(claim())).toMatch(words);
});
