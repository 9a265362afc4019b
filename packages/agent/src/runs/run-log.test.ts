import type { Entry } from '@agent-memory/core';
import { anEntry, aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RunLog } from './run-log.ts';
import { RUN_MARKS, type RunMarks } from './run-marks.ts';

const MESSAGES = {
  user: aTextMessage('user', 'Go on.'),
  assistant: aTextMessage('assistant', 'Done.'),
  call: aToolCall(),
  result: aToolResult(),
  system: aTextMessage('system', 'Be kind.'),
};
const kinds = fc.constantFrom(...(Object.keys(MESSAGES) as (keyof typeof MESSAGES)[]));

const entriesOf = (all: readonly (keyof typeof MESSAGES)[], branch: string) =>
  all.map((kind, seq) => anEntry({ id: `${branch}-${seq}`, seq, message: MESSAGES[kind] }));

function logOf(host: { entries: readonly Entry[]; marks: RunMarks }) {
  return new RunLog({
    entries: (from, to) => host.entries.slice(from, to),
    marks: () => host.marks,
  });
}

const runsOf = (log: RunLog) => Array.from({ length: log.count }, (_, index) => log.run(index + 1));

test('[RUN-1] runs follow one another without a gap, from the first message that is no system text (seed 20261123)', async () => {
  await fc.assert(
    fc.property(fc.array(kinds, { maxLength: 30 }), (all) => {
      const log = logOf({ entries: entriesOf(all, 'a'), marks: RUN_MARKS.initial });
      const runs = runsOf(log);
      const first = all.findIndex((kind) => kind !== 'system');
      expect(runs.map((run) => run?.fromSeq)).toEqual([
        ...(first < 0 ? [] : [first]),
        ...runs.slice(0, -1).map((run) => run?.toSeq),
      ]);
      expect(runs.at(-1)?.toSeq).toBe(first < 0 ? undefined : all.length);
      expect(runs.filter((run) => run?.isClosed === false)).toHaveLength(first < 0 ? 0 : 1);
    }),
    { seed: 20261123 },
  );
});

test('[RUN-1] read as it grows, marked and moved to another branch, a log says what a new one says (seed 20261123)', async () => {
  const step = fc.oneof(
    kinds.map((kind) => ({ kind })),
    fc.constantFrom('begin' as const, 'end' as const, 'read' as const, 'branch' as const),
  );
  await fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const host = { entries: [] as readonly Entry[], marks: RUN_MARKS.initial };
      const log = logOf(host);
      let branches = 0;
      for (const one of steps) {
        const { length } = host.entries;
        if (one === 'begin')
          host.marks = { ...log.settledMarks(), open: { afterId: log.headId() } };
        else if (one === 'end') host.marks = withEnd(log);
        else if (one === 'branch') {
          branches += 1;
          host.entries = host.entries.slice(0, Math.floor(length / 2));
        } else if (one === 'read') expect(runsOf(log)).toEqual(runsOf(logOf(host)));
        else {
          const entry = { id: `${branches}-${length}`, seq: length, message: MESSAGES[one.kind] };
          host.entries = [...host.entries, anEntry(entry)];
        }
      }
      expect(runsOf(log)).toEqual(runsOf(logOf(host)));
    }),
    { seed: 20261123, numRuns: 300 },
  );
});

test('[RUN-1] marks that were ended keep the runs that there were', () => {
  const host = {
    entries: entriesOf(['user', 'assistant'], 'a'),
    marks: { ...RUN_MARKS.initial, open: { afterId: null } } as RunMarks,
  };
  const log = logOf(host);
  host.entries = entriesOf(['user', 'assistant', 'user', 'assistant'], 'a');
  const before = runsOf(log).map((run) => run?.fromSeq);
  host.marks = withEnd(log);
  expect(runsOf(log).map((run) => run?.fromSeq)).toEqual(before);
  expect(log.run(1)).toMatchObject({ fromSeq: 0, toSeq: 4, isClosed: true });
});

function withEnd(log: RunLog): RunMarks {
  const endedAt = log.headId();
  return { ...log.settledMarks(), ...(endedAt !== null && { endedAt }) };
}
