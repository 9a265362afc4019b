import { expect, test } from 'vitest';
import { NOTHING_YET } from './chaos-row.mjs';
import { PageGoneError } from './link/page-link.mjs';
import { Troubled, untilGone } from './troubled.mjs';

const settled = (outcome: 'resolved' | 'rejected' | 'hung', ms: number) => ({
  kind: 'settled',
  settled: { call: 'append', outcome, ms },
});

test('[BENCH] owed without a word is silent, owed for ever is lost, and a hang is a hang', () => {
  const troubled = new Troubled();
  troubled.take({ kind: 'stored', stored: { sessionId: 'a', place: 0, id: 'one' } });
  troubled.take({ kind: 'owed', messages: 1, isTold: true });
  troubled.take({ kind: 'owed', messages: 1, isTold: false });
  troubled.take({ kind: 'unpaid', messages: 2 });
  troubled.take(settled('resolved', 12));
  troubled.take(settled('rejected', 40));
  troubled.take(settled('hung', 15_000));
  expect(troubled.figures).toEqual({
    ...NOTHING_YET,
    ...{ acknowledged: 1, silent: 1, lost: 2, hung: 1, slowestMs: 15_000 },
  });
  // Two were owed and one refused.
  expect(troubled.troubles).toBe(3);
});

test('[BENCH] a wait ends with the news that make it so', async () => {
  const troubled = new Troubled();
  const came = troubled.until(() => troubled.troubles === 2);
  troubled.take(settled('rejected', 1));
  troubled.take({ kind: 'owed', messages: 1, isTold: true });
  await expect(came).resolves.toBeUndefined();
});

test('[BENCH] a page that is gone ends the wait for its work, and any other fault is thrown', async () => {
  await expect(untilGone(Promise.reject(new PageGoneError()))).resolves.toBeUndefined();
  await expect(untilGone(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
