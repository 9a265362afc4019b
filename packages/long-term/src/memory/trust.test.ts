import { aSimulatedClock } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

/** Statements from outside; the odd word finds again whatever was made of them. */
const OUTSIDE = [
  'The quokka ferry to the island leaves at nine on weekdays.',
  'The harbour of the quokka island closes in the winter months.',
  'Quokka tickets are sold in the blue house beside the pier.',
] as const;

const text = fc.constantFrom(...OUTSIDE);
const hearsay = fc.constantFrom('agent_inferred', 'recalled', 'unknown', 'external' as const);

/** Everything that can be done with records without the word of a user or a tool. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('repeat'), text, source: hearsay }),
  fc.record({ kind: fc.constant('nearly'), text, source: hearsay }),
  fc.record({ kind: fc.constant('keyed'), text, source: hearsay }),
  fc.record({ kind: fc.constant('summarise'), text, source: hearsay }),
  fc.record({ kind: fc.constantFrom('edit', 'patch', 'forget', 'restore', 'pin'), text }),
  fc.record({ kind: fc.constantFrom('recall', 'merge', 'import', 'other', 'clean', 'wait'), text }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const aMemory = (clock = aSimulatedClock()) =>
  createLongTermMemory({ clock, user: 'ada', namespace: 'project:trip', utcOffsetMinutes: 0 });

async function linesOf(memory: LongTermMemory): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of memory.exportLines()) lines.push(line);
  return lines;
}

/** Every version of every record, the ended ones too. */
async function versionsIn(memory: LongTermMemory): Promise<readonly MemoryRecord[]> {
  const lines = (await linesOf(memory)).slice(1, -1).map((line) => JSON.parse(line));
  return lines.flatMap(({ record, versions }) => [record, ...versions]);
}

async function carryOut(
  done: Act,
  memory: LongTermMemory,
  clock: ReturnType<typeof aSimulatedClock>,
) {
  const fact = { type: 'user', kind: 'fact' } as const;
  const source = 'source' in done ? done.source : 'agent_inferred';
  const some = (await versionsIn(memory)).find((record) =>
    record.text.includes(done.text.slice(4, 20)),
  );
  const id = some?.id ?? 'none';
  switch (done.kind) {
    case 'repeat':
      return memory.store({ ...fact, text: done.text, source });
    case 'nearly':
      return memory.store({
        ...fact,
        text: `Note that ${done.text.replace('.', ' today.')}`,
        source,
      });
    case 'keyed':
      return memory.store({ ...fact, key: 'ferry', value: done.text, source });
    case 'summarise': {
      const draft: MemoryDraft = {
        ...fact,
        kind: 'strategy',
        text: 'Take the quokka boat.',
        source,
      };
      return memory.store({ ...draft, derivedFrom: [id] });
    }
    case 'edit':
      return memory.update(id, { text: 'The quokka boats are cheap.' });
    case 'patch':
      return memory.update(id, { metadata: { seen: true }, pinned: true });
    case 'forget':
      return memory.forget(id);
    case 'restore':
      return some && memory.store({ ...fact, text: some.text, source: some.source });
    case 'pin':
      return memory.pin(id);
    case 'recall':
      return memory.retrieve({ text: done.text });
    case 'merge':
      return memory.store({ ...fact, text: done.text, nature: 'correction', source: 'external' });
    case 'import':
      return memory.importLines(await linesOf(memory), { from: 'backup' });
    case 'other': {
      const other = aMemory(clock);
      await other.importLines(await linesOf(memory), { from: 'backup' });
      return memory.importLines(await linesOf(other), { from: 'backup' });
    }
    case 'clean':
      return memory.cleanup();
    default:
      clock.advance(1_800_000);
      return undefined;
  }
}

test('[GRD-1] no path raises the trust of what came from outside (seed 20261123)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
      const clock = aSimulatedClock();
      const memory = aMemory(clock);
      for (const said of OUTSIDE) {
        await memory.store({ type: 'user', kind: 'fact', text: said, source: 'external' });
      }
      for (const done of acts) {
        await carryOut(done, memory, clock);
        const made = (await versionsIn(memory)).filter((record) => /quokka/i.test(record.text));
        for (const { source, confidence, verifiedAtMs, text: said } of made) {
          expect({ said, source, verifiedAtMs }).toEqual({ said, source: 'external' });
          expect(confidence).toBeLessThanOrEqual(0.3);
        }
      }
      const { hits } = await memory.retrieve({ text: 'quokka ferry', limit: 10 });
      for (const { labels } of hits) expect(labels).toContain('hypothesis');
    }),
    { seed: 20261123, numRuns: 40 },
  );
});

test('[GRD-1] the word of the user makes a claim from outside known, and the log says by what', async () => {
  const memory = aMemory();
  const claim = { type: 'user', kind: 'fact', text: OUTSIDE[0] } as const;
  await memory.store({ ...claim, source: 'external' });
  const outcome = await memory.store({ ...claim, source: 'user_stated' });
  expect(outcome).toMatchObject({
    kind: 'merged',
    record: { source: 'user_stated', confidence: 1 },
  });
  expect((await memory.audit()).items[0]).toMatchObject({ action: 'merge', by: 'user_stated' });
});

test('[GRD-1] a confirmation is written down with who gave it, when and for which record', async () => {
  const clock = aSimulatedClock();
  const memory = aMemory(clock);
  const said = { type: 'user', kind: 'fact', text: OUTSIDE[0], source: 'external' } as const;
  const outcome = await memory.store(said);
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  await memory.verify(outcome.record.id, { by: 'rule:timetable' });
  expect((await memory.audit()).items[0]).toMatchObject({
    action: 'verify',
    by: 'rule:timetable',
    atMs: clock.nowMs(),
    recordIds: [outcome.record.id],
  });
  await memory.verify(outcome.record.id);
  expect((await memory.audit()).items[0]).toMatchObject({ action: 'verify', by: 'user' });
  await expect(memory.verify(outcome.record.id, { by: '' })).rejects.toThrow('verify.by');
});

test('[GRD-1] a file is believed in nothing, whatever it says of itself, unless it is called a backup', async () => {
  const own = aMemory();
  await own.store({
    type: 'user',
    kind: 'fact',
    text: OUTSIDE[0],
    source: 'user_stated',
    pinned: true,
  });
  const lines = await linesOf(own);
  const memory = aMemory();
  await memory.importLines(lines);
  const [known] = (await memory.list()).items;
  expect(known).toMatchObject({
    record: { source: 'external', confidence: 0.3, pinned: false },
    labels: ['hypothesis', 'needs-verification'],
  });
  await expect(memory.importLines(lines, { from: 'me' as never })).rejects.toThrow(
    'importLines.from',
  );
});

test('[GRD-1] a claim of an old file is known as long as a new claim is', async () => {
  const long = aMemory();
  await long.store({ type: 'user', kind: 'fact', text: OUTSIDE[0], source: 'user_stated' });
  const clock = aSimulatedClock();
  clock.advance(400 * 86_400_000);
  const memory = aMemory(clock);
  await memory.importLines(await linesOf(long));
  expect((await memory.list()).items).toMatchObject([{ record: { source: 'external' } }]);
});

test('[GRD-1] a summary of records that are not there is refused', async () => {
  const draft = {
    type: 'user',
    kind: 'fact',
    text: 'All is well.',
    derivedFrom: ['gone'],
  } as const;
  expect(await aMemory().store(draft)).toMatchObject({
    kind: 'refused',
    refusal: { rule: 'UNKNOWN_RECORD', field: 'derivedFrom' },
  });
});
