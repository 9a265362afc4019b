import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeSession } from '../testing/time-session.ts';
import { happenings, type SentThen, ToldSession } from '../testing/told-session.ts';
import type { LoggedDecision } from './logged-decision.ts';
import { memorySource } from './memory-source.ts';
import { readDecisions } from './read-decisions.ts';

const SEED = 20_261_124;

const { signal } = new AbortController();
type Session = Awaited<ReturnType<typeof timeSession>>;

async function everyPage(memory: Session): Promise<readonly LoggedDecision[]> {
  const pages: (readonly LoggedDecision[])[] = [];
  let beforeCall = Number.POSITIVE_INFINITY;
  while (beforeCall > 1) {
    const page = await readDecisions(memory, { fromCall: 1, beforeCall }, signal);
    pages.unshift(page.decisions);
    beforeCall = page.fromCall;
  }
  return pages.flat();
}

/** The messages that are not in a context at all, by place. */
async function outAt(memory: Session, call: number): Promise<ReadonlySet<number>> {
  const plan = await memory.stateAt(call);
  const seqs = (plan?.ranges ?? []).flatMap(({ fromSeq, toSeq }) =>
    Array.from({ length: toSeq - fromSeq }, (_, at) => fromSeq + at),
  );
  return new Set(seqs);
}

test('[DEV-3] the logged decisions, added up, give what each call left out', async () => {
  const memory = await timeSession();
  const decisions = await everyPage(memory);
  const out = new Set<number>();
  for (const { call } of await memorySource(memory).calls(1)) {
    for (const decision of decisions.filter((one) => one.call === call)) {
      if (decision.kind === 'left' || decision.kind === 'condensed') out.add(decision.seq);
      if (decision.kind === 'back' || decision.kind === 'shortened') out.delete(decision.seq);
    }
    expect(out).toEqual(await outAt(memory, call));
  }
  expect(out.size).toBeGreaterThan(0);
});

type Form = 'whole' | 'shortened' | 'out';

const FORMS: Readonly<Record<string, Form>> = {
  left: 'out',
  condensed: 'out',
  shortened: 'shortened',
  back: 'whole',
};

/** How each message was sent, from the items themselves and not from the decisions on them. */
function formsOf({ plan, entries }: SentThen): ReadonlyMap<string, Form> {
  const sent = new Map(
    plan.items.flatMap(({ kind, seq, message }) => (kind === 'entry' ? [[seq, message]] : [])),
  );
  return new Map(
    entries.map(({ id, seq, message }) => {
      const item = sent.get(seq);
      const isWhole = item && JSON.stringify(item.parts) === JSON.stringify(message.parts);
      return [id, item ? (isWhole ? 'whole' : 'shortened') : 'out'];
    }),
  );
}

test('[DEV-3] the log has every message that is sent in another form than in the call before, and each as it was sent', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const session = new ToldSession();
      await session.tell(all);
      const decisions = await everyPage(session.memory);
      for (const [at, now] of session.sent.entries()) {
        const before = at === 0 ? undefined : session.sent[at - 1];
        const forms = formsOf(now);
        const old = before && formsOf(before);
        const logged = new Map(
          decisions.flatMap((one) =>
            'entryId' in one && one.call === now.call ? [[one.entryId, FORMS[one.kind]]] : [],
          ),
        );
        for (const [id, form] of logged)
          expect([now.call, id, form]).toEqual([now.call, id, forms.get(id)]);
        for (const [id, form] of forms) {
          if (form === (old?.get(id) ?? 'whole')) continue;
          changed += 1;
          expect([now.call, id, logged.get(id)]).toEqual([now.call, id, form]);
        }
      }
    }),
    { seed: SEED, numRuns: 10 },
  );
  expect(changed).toBeGreaterThan(0);
});

test('[DEV-3] undo, refusal, retrieval, settings and errors stand at their calls; an undo is no compaction', async () => {
  const memory = await timeSession();
  const decisions = await everyPage(memory);
  const callsOf = (kind: LoggedDecision['kind']) =>
    decisions.filter((one) => one.kind === kind).map(({ call }) => call);
  expect(callsOf('undo')).toEqual([16]);
  expect(callsOf('refused')).toEqual([31]);
  expect(callsOf('settings')).toEqual([41]);
  expect(callsOf('error')).toContain(50);
  expect(callsOf('back').length).toBeGreaterThan(0);
  expect(callsOf('retrieved').length).toBeGreaterThan(0);
  const { compactions } = memory.getState();
  const undos = compactions.filter(({ trigger }) => trigger === 'undo').length;
  expect(callsOf('compaction')).toHaveLength(compactions.length - undos);
});

test('[DEV-3] keys are of one decision each, and a reader of the newest calls gets the same', async () => {
  const memory = await timeSession();
  const decisions = await everyPage(memory);
  expect(new Set(decisions.map(({ key }) => key)).size).toBe(decisions.length);
  const newest = await readDecisions(memory, { fromCall: 58 }, signal);
  expect(newest.decisions).toEqual(decisions.filter(({ call }) => call >= 58));
});

test('[DEV-3] an aborted reading rejects with the reason', async () => {
  const reason = new Error('left');
  const reading = readDecisions(await timeSession(), { fromCall: 1 }, AbortSignal.abort(reason));
  await expect(reading).rejects.toBe(reason);
});

test('[DEV-3] an undo of an earlier version is known by the trigger of its record', async () => {
  const memory = await timeSession();
  const history = memory.history().map((record) => {
    if (record.kind !== 'compaction') return record;
    const { undoes: _, ...older } = record;
    return older;
  });
  const told = { ...memory, history: () => history };
  const { decisions } = await readDecisions(told, { fromCall: 16, beforeCall: 17 }, signal);
  expect(decisions.map(({ kind }) => kind)).toContain('undo');
  expect(decisions.map(({ kind }) => kind)).not.toContain('compaction');
});
