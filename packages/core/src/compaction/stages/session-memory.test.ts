import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { aReply, aStageInput, aUserMessage } from '../../testing/compaction-input.ts';
import type { StageInput } from '../stage.ts';
import { sessionMemory } from './session-memory.ts';

const messages: readonly Message[] = [
  aUserMessage(50),
  ...Array.from({ length: 20 }, () => aReply(60)),
  aUserMessage(20),
];

function decide(input: Partial<StageInput> = {}) {
  const notes = { text: 'Goal: rebook order ZFA04Y.', coversToSeq: 18 };
  return sessionMemory().decide({ ...aStageInput(messages), notes, asksModel: true, ...input });
}

/** So many units behind the anchor, of 64 tokens each. */
const ahead = (count: number) => Array.from({ length: count }, (_, index) => covered(index + 1));
const covered = (start: number) => ({ start, why: { rule: 'COVERED_BY_NOTES', keptByRoom: true } });

test('[CMP-1] the notes stand for what they knew of, as much of it as has to leave', () => {
  const { leave, summary } = decide({ leaveTokens: 10 * 64 });
  expect(leave).toEqual(ahead(10));
  expect(summary).toBe('Goal: rebook order ZFA04Y.');
});

test('[CMP-1] where the tail keeps more than the low watermark allows, they stand for all the rest', () => {
  const { units, leaveTokens } = aStageInput(messages);
  const free = units.filter((unit) => !unit.protected).map(({ start }) => covered(start));
  expect(free).toEqual(ahead(16));
  expect(leaveTokens).toBeGreaterThan(16 * 64);
  expect(decide().leave).toEqual(free);
  expect(decide({ notes: { text: 'Notes.', coversToSeq: 16 } })).toEqual({});
});

test('[CMP-1] without notes, and where no model would be asked, it leaves all to the next stage', () => {
  expect(decide({ notes: undefined })).toEqual({});
  expect(decide({ asksModel: false })).toEqual({});
});

test('[CMP-9] only units that were there when the notes were last changed leave', () => {
  const knowing = (coversToSeq: number) =>
    decide({ leaveTokens: 10 * 64, notes: { text: 'Notes.', coversToSeq } });
  expect(knowing(11).leave).toEqual(ahead(10));
  expect(knowing(10)).toEqual({});
});

test('[CMP-9] a unit that the notes know only the beginning of stays', () => {
  const input = aStageInput(messages);
  const wide = input.units.map((unit) => (unit.start === 1 ? { ...unit, end: 19 } : unit));
  const { leave } = decide({ units: wide, leaveTokens: 64 });
  expect(leave).toEqual([covered(2)]);
});

test('[TIER-6] the anchor and the tail stay', () => {
  const { units } = aStageInput(messages);
  const firm = units.filter((unit) => unit.protected).map((unit) => unit.start);
  const { leave = [] } = decide({ leaveTokens: 900, notes: { text: 'Notes.', coversToSeq: 99 } });
  expect(firm).toContain(0);
  expect(leave.length).toBeGreaterThan(0);
  expect(leave.filter((one) => typeof one === 'number' || firm.includes(one.start))).toEqual([]);
});
