import { expect, test } from 'vitest';
import { emptyValueIndex } from '../condense/value-index.ts';
import { noNotes, setNote } from '../live/notes/notes.ts';
import { notesSection } from '../live/notes/notes-section.ts';
import { scratchpadSection } from '../live/scratchpad/scratchpad-section.ts';
import type { Message } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { type EntryOverlay, noOverlays, type Overlays } from '../view/overlay.ts';
import { cacheReport } from './cache-comparison.ts';
import type { BarePlan } from './context-plan.ts';
import { makePlan, type PlanInput } from './make-plan.ts';

const user = (text: string) => aTextMessage('user', text);
const reply = (text: string) => aTextMessage('assistant', text);
const tokensOf = (...messages: readonly Message[]) =>
  messages.reduce((sum, message) => sum + simpleMeasurer.message(message).value, 0);

const system = aTextMessage('system', 'Answer briefly.');
const tools = aTextMessage('system', '[{"name":"search"}]');
const fixed = { system: partOf(system), tools: partOf(tools) };
const pad = { objective: 'Trains' };
const sections = [scratchpadSection(pad)];

function partOf(message: Message) {
  return { message, tokens: simpleMeasurer.message(message) };
}

function planOf(messages: readonly Message[], input: Partial<PlanInput> = {}): BarePlan {
  return makePlan({
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: fixedBudget(1_000),
    fixed,
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
    ...input,
  });
}

const turn = [user('Find trains.'), reply('Three of them.'), user('Book one.')];

const condensed = {
  id: 'condensed-k',
  compactionId: 'k',
  text: 'What was said.',
  beforeSeq: 1,
  coveredEntries: 1,
  coveredTokens: 10,
  values: emptyValueIndex,
};
const compacted: Overlays = {
  ...noOverlays(),
  ranges: [{ fromSeq: 1, toSeq: 2, compactionId: 'k', tokens: 10 }],
  condensed,
};

test('[OBS-2] of the first context everything is new and nothing lost', () => {
  const plan = planOf(turn);
  expect(cacheReport(undefined, plan)).toEqual({
    keptTokens: 0,
    lostTokens: 0,
    newTokens: plan.totalTokens,
    firstChange: { itemId: 'system', cause: 'first-call' },
  });
});

test('[OBS-2] a context of another session is none before it', () => {
  const report = cacheReport(planOf(turn, { sessionId: 'other' }), planOf(turn));
  expect(report).toMatchObject({ lostTokens: 0, firstChange: { cause: 'first-call' } });
});

test('[OBS-2] the same context is kept whole', () => {
  const plan = planOf(turn, { sections });
  expect(cacheReport(plan, planOf(turn, { sections }))).toEqual({
    keptTokens: plan.totalTokens,
    lostTokens: 0,
    newTokens: 0,
  });
});

test('[OBS-2] where messages only follow, nothing is lost', () => {
  const before = planOf(turn);
  const report = cacheReport(before, planOf([...turn, reply('Done.')]));
  expect(report).toEqual({
    keptTokens: before.totalTokens,
    lostTokens: 0,
    newTokens: tokensOf(reply('Done.')),
    firstChange: { itemId: 'e-3', cause: 'appended' },
  });
});

test('[OBS-2] a stored copy of a plan is compared by what it says', () => {
  const before = structuredClone(planOf(turn));
  const report = cacheReport(before, planOf([...turn, reply('Done.')]));
  expect(report).toMatchObject({ lostTokens: 0, firstChange: { cause: 'appended' } });
});

test('[OBS-2] other tools lose everything, because they stand ahead of everything', () => {
  const other = { system: partOf(system), tools: partOf(aTextMessage('system', '[]')) };
  const before = planOf(turn);
  const report = cacheReport(before, planOf(turn, { fixed: other }));
  expect(report).toMatchObject({
    keptTokens: 0,
    lostTokens: before.totalTokens,
    firstChange: { itemId: 'tools', cause: 'tools' },
  });
});

test('[OBS-2] tools that are gone lose everything too', () => {
  const report = cacheReport(planOf(turn), planOf(turn, { fixed: { system: partOf(system) } }));
  expect(report).toMatchObject({ keptTokens: 0, firstChange: { itemId: 'tools', cause: 'tools' } });
});

test('[OBS-2] another system text keeps the tools and nothing else', () => {
  const other = { ...fixed, system: partOf(aTextMessage('system', 'Answer at length.')) };
  const before = planOf(turn);
  const report = cacheReport(before, planOf(turn, { fixed: other }));
  expect(report).toMatchObject({
    keptTokens: tokensOf(tools),
    lostTokens: before.totalTokens - tokensOf(tools),
    firstChange: { itemId: 'system', cause: 'system' },
  });
});

test('[OBS-2] a compaction keeps what stands ahead of what left', () => {
  const before = planOf(turn);
  const report = cacheReport(before, planOf(turn, { overlays: compacted }));
  expect(report).toEqual({
    keptTokens: tokensOf(system, tools, user('Find trains.')),
    lostTokens: tokensOf(reply('Three of them.'), user('Book one.')),
    newTokens: tokensOf(user('What was said.'), user('Book one.')),
    firstChange: { itemId: 'condensed-k', cause: 'compaction' },
  });
});

test('[OBS-2] another text for the same ranges is a compaction', () => {
  const rewritten = { ...compacted, condensed: { ...condensed, text: 'What was said, in short.' } };
  const before = planOf(turn, { overlays: compacted });
  const report = cacheReport(before, planOf(turn, { overlays: rewritten }));
  expect(report.firstChange).toEqual({ itemId: 'condensed-k', cause: 'compaction' });
});

test('[OBS-2] what left without a text for it is a compaction', () => {
  const { ranges } = compacted;
  const report = cacheReport(planOf(turn), planOf(turn, { overlays: { ...noOverlays(), ranges } }));
  expect(report.firstChange).toEqual({ itemId: 'e-2', cause: 'compaction' });
});

test('[OBS-2] undoing a compaction says so', () => {
  const report = cacheReport(planOf(turn, { overlays: compacted }), planOf(turn));
  expect(report.firstChange).toEqual({ itemId: 'e-1', cause: 'undo' });
});

const trim: EntryOverlay = {
  kind: 'trimmed',
  seq: 1,
  compactionId: 'k',
  limitTokens: 3,
  trims: [{ partIndex: 0, headCharacters: 2, tailCharacters: 0 }],
};
const trimmed: Overlays = { ...noOverlays(), entries: new Map([[1, trim]]) };

test('[OBS-2] what is sent shorter breaks the start as a compaction, and as an undo when it is whole again', () => {
  const [whole, short] = [planOf(turn), planOf(turn, { overlays: trimmed })];
  expect(cacheReport(whole, short).firstChange).toEqual({ itemId: 'e-1', cause: 'compaction' });
  expect(cacheReport(short, whole).firstChange).toEqual({ itemId: 'e-1', cause: 'undo' });
});

test('[OBS-2] other settings break the start as settings, whatever left by them', () => {
  const overlays = { ...compacted, epoch: 1 };
  const report = cacheReport(planOf(turn), planOf(turn, { overlays }));
  expect(report.firstChange).toEqual({ itemId: 'condensed-k', cause: 'settings' });
});

test('[OBS-2] other settings that change nothing lose nothing', () => {
  const report = cacheReport(planOf(turn), planOf(turn, { overlays: noOverlays(1) }));
  expect(report).toMatchObject({ lostTokens: 0, newTokens: 0 });
  expect(report.firstChange).toBeUndefined();
});

test('[OBS-2] a result that comes for a call without one is a repair', () => {
  const before = planOf([user('Hi'), aToolCall()]);
  const report = cacheReport(before, planOf([user('Hi'), aToolCall(), aToolResult()]));
  expect(report.firstChange).toEqual({ itemId: 'e-2', cause: 'repair' });
  expect(report.lostTokens).toBe(before.items.at(-1)?.decision.tokens.sent);
});

test('[OBS-2] originals that are others are an edit', () => {
  const edited = [user('Find trains.'), reply('Four of them.')];
  const report = cacheReport(planOf(turn), planOf(edited));
  expect(report).toMatchObject({
    keptTokens: tokensOf(system, tools, user('Find trains.')),
    firstChange: { itemId: 'e-1', cause: 'edit' },
  });
});

test('[OBS-2] a transcript that is shorter is an edit, told of the first item that is gone', () => {
  const report = cacheReport(planOf(turn), planOf(turn.slice(0, 1)));
  expect(report).toMatchObject({ newTokens: 0, firstChange: { itemId: 'e-1', cause: 'edit' } });
});

test('[TIER-4] live text behind a result loses itself and nothing else', () => {
  const run = [user('Hi'), aToolCall(), aToolResult()];
  const before = planOf(run, { sections });
  const report = cacheReport(before, planOf([...run, reply('Done.')], { sections }));
  expect(report).toMatchObject({
    lostTokens: before.tiers.live.tokens,
    firstChange: { itemId: 'e-2', cause: 'live' },
  });
});

test('[TIER-4] live text ahead of the user’s words loses these words too', () => {
  const before = planOf(turn, { sections });
  const report = cacheReport(before, planOf([...turn, aToolCall()], { sections }));
  expect(report).toMatchObject({
    lostTokens: before.tiers.live.tokens + tokensOf(user('Book one.')),
    firstChange: { itemId: 'e-2', cause: 'live' },
  });
});

test('[TIER-4] live text as a message of its own loses itself', () => {
  const talk = turn.slice(0, 2);
  const before = planOf(talk, { sections });
  const same = cacheReport(
    before,
    planOf(talk, { sections: [scratchpadSection({ objective: 'Planes' })] }),
  );
  expect(same).toMatchObject({
    lostTokens: before.tiers.live.tokens,
    firstChange: { itemId: 'scratchpad', cause: 'live' },
  });
  const more = cacheReport(before, planOf(turn, { sections }));
  expect(more).toMatchObject({
    lostTokens: before.tiers.live.tokens,
    firstChange: { itemId: 'e-2', cause: 'live' },
  });
});

test('[TIER-4] the first live text as a message of its own is only appended', () => {
  const talk = turn.slice(0, 2);
  const report = cacheReport(planOf(talk), planOf(talk, { sections }));
  expect(report).toMatchObject({
    lostTokens: 0,
    firstChange: { itemId: 'scratchpad', cause: 'appended' },
  });
});

test('[TIER-4] system: live text that stays the same loses nothing while the run goes on', () => {
  const placement = 'system';
  const run = [user('Hi'), aToolCall(), aToolResult()];
  const before = planOf(run, { sections, placement });
  const report = cacheReport(before, planOf([...run, reply('Done.')], { sections, placement }));
  expect(report).toEqual({
    keptTokens: before.totalTokens,
    lostTokens: 0,
    newTokens: tokensOf(reply('Done.')),
    firstChange: { itemId: 'e-3', cause: 'appended' },
  });
});

test('[TIER-4] system: live text that changes loses all messages and keeps the system text', () => {
  const before = planOf(turn, { sections, placement: 'system' });
  const changed = planOf(turn, {
    sections: [scratchpadSection({ objective: 'Planes' })],
    placement: 'system',
  });
  expect(cacheReport(before, changed)).toMatchObject({
    keptTokens: tokensOf(system, tools),
    firstChange: { itemId: 'scratchpad', cause: 'live' },
  });
});

test('[TIER-4] of several sections those ahead of the one that changed are kept', () => {
  const notes = (page: string) => notesSection(setNote(noNotes, 'page', page));
  const liveOf = (page: string) => ({ sections: [scratchpadSection(pad), notes(page)] });
  const before = planOf(turn, liveOf('Search'));
  const padTokens = before.items.at(-2)?.decision.tokens.sent ?? 0;
  const noteTokens = before.items.at(-1)?.decision.tokens.sent ?? 0;
  const report = cacheReport(before, planOf(turn, liveOf('Result')));
  expect(report).toMatchObject({
    keptTokens: before.totalTokens - noteTokens - tokensOf(user('Book one.')),
    firstChange: { itemId: 'notes', cause: 'live' },
  });
  const talk = turn.slice(0, 2);
  const alone = planOf(talk, { sections: [scratchpadSection(pad)] });
  const added = planOf(talk, liveOf('Search'));
  expect(cacheReport(alone, added)).toMatchObject({
    lostTokens: 0,
    newTokens: noteTokens,
    firstChange: { itemId: 'notes', cause: 'appended' },
  });
  expect(cacheReport(added, alone)).toMatchObject({
    keptTokens: tokensOf(system, tools, ...talk) + padTokens,
    lostTokens: noteTokens,
    firstChange: { itemId: 'notes', cause: 'live' },
  });
  const gone = cacheReport(added, planOf(talk));
  expect(gone).toMatchObject({
    lostTokens: padTokens + noteTokens,
    firstChange: { itemId: 'scratchpad', cause: 'live' },
  });
});
