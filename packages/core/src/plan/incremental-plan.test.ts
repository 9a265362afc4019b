import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEntryOverlays, withRanges } from '../compaction/carry-out.ts';
import { emptyValueIndex } from '../condense/value-index.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { parseMessage } from '../formats/parse-message.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import { type Notes, noNotes, setNote } from '../live/notes/notes.ts';
import { notesSection } from '../live/notes/notes-section.ts';
import { scratchpadSection } from '../live/scratchpad/scratchpad-section.ts';
import { wholeLines } from '../live/whole-lines.ts';
import type { Message } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget, type TokenBudget } from '../tokens/budget/token-budget.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import { appended, emptyTranscript, type Transcript } from '../transcript/transcript.ts';
import { type Condensed, type EntryOverlay, noOverlays, type Overlays } from '../view/overlay.ts';
import { isUnitProtected } from '../view/protected.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { cacheReport } from './cache-comparison.ts';
import type { BarePlan } from './context-plan.ts';
import { makePlan, type PlanInput } from './make-plan.ts';
import { NO_ARCHIVE_SECTIONS } from './with-archive-sections.ts';

/** A thing that can happen to a session between two plans. */
type Step =
  | { readonly type: 'append'; readonly messages: number }
  | { readonly type: 'compact'; readonly from: number; readonly units: number }
  | { readonly type: 'trim'; readonly at: number }
  | { readonly type: 'undo' }
  | { readonly type: 'budget'; readonly inputTokens: number; readonly isNewEpoch: boolean }
  | { readonly type: 'system'; readonly text: string }
  | { readonly type: 'pad'; readonly facts: number }
  | { readonly type: 'note'; readonly name: string; readonly lines: number }
  /** A section that changes by itself, as one of an app may. */
  | { readonly type: 'report'; readonly lines: number }
  | { readonly type: 'placement'; readonly placement: LivePlacement }
  | { readonly type: 'measure'; readonly at: number; readonly tokens: number }
  | { readonly type: 'measurer' }
  /** An older state is looked at, as time travel does; what follows forks from it. */
  | { readonly type: 'back'; readonly steps: number };

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('append' as const),
      messages: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('compact' as const),
      from: share,
      units: fc.integer({ min: 1, max: 6 }),
    }),
  },
  fc.record({ type: fc.constant('trim' as const), at: share }),
  fc.record({ type: fc.constant('undo' as const) }),
  fc.record({
    type: fc.constant('budget' as const),
    inputTokens: fc.integer({ min: 40, max: 2_000 }),
    isNewEpoch: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('system' as const),
    text: fc.constantFrom('Be brief.', 'Be kind.'),
  }),
  fc.record({ type: fc.constant('pad' as const), facts: fc.integer({ min: 0, max: 12 }) }),
  fc.record({
    type: fc.constant('note' as const),
    name: fc.constantFrom('page', 'files'),
    lines: fc.integer({ min: 0, max: 30 }),
  }),
  fc.record({ type: fc.constant('report' as const), lines: fc.integer({ min: 0, max: 90 }) }),
  fc.record({
    type: fc.constant('placement' as const),
    placement: fc.constantFrom<LivePlacement>('auto', 'system'),
  }),
  fc.record({
    type: fc.constant('measure' as const),
    at: share,
    tokens: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({ type: fc.constant('measurer' as const) }),
  fc.record({ type: fc.constant('back' as const), steps: fc.integer({ min: 1, max: 6 }) }),
);

/** Counts twice as much. */
const roughMeasurer = createMeasurer({
  ...simpleCounter,
  count: (text) => 2 * simpleCounter.count(text),
});

interface State extends Required<PlanInput> {
  readonly notes: Notes;
  readonly reportLines: number;
}

const start: State = {
  sessionId: 's',
  transcript: emptyTranscript(),
  overlays: noOverlays(),
  budget: fixedBudget(800),
  fixed: {},
  archive: NO_ARCHIVE_SECTIONS,
  sections: [],
  notes: noNotes,
  reportLines: 0,
  placement: 'auto',
  liveHosts: 'any',
  degraded: [],
  measurer: simpleMeasurer,
};

function stepped(states: readonly State[], step: Step, pool: Message[]): State {
  const state = states.at(-1) ?? start;
  const { transcript, overlays } = state;
  switch (step.type) {
    case 'append':
      return { ...state, transcript: pool.splice(0, step.messages).reduce(grown, transcript) };
    case 'compact':
      return { ...state, overlays: compacted(state, step.from, step.units) };
    case 'trim':
      return { ...state, overlays: trimmed(state, step.at) };
    case 'undo':
      return { ...state, overlays: noOverlays(overlays.epoch) };
    case 'budget': {
      const budget = fixedBudget(step.inputTokens);
      return step.isNewEpoch
        ? { ...state, budget, overlays: noOverlays(overlays.epoch + 1) }
        : { ...state, budget };
    }
    case 'system': {
      const message = aTextMessage('system', step.text);
      return { ...state, fixed: { system: { message, tokens: state.measurer.message(message) } } };
    }
    case 'pad': {
      const pad = { keyFacts: Array.from({ length: step.facts }, (_, n) => `fact ${n}`) };
      return withSection(state, scratchpadSection(pad));
    }
    case 'note': {
      const notes = setNote(state.notes, step.name, linesOf(step.lines));
      return withSection({ ...state, notes }, notesSection(notes));
    }
    case 'report':
      return withSection({ ...state, reportLines: step.lines }, report);
    case 'placement':
      return { ...state, placement: step.placement };
    case 'measure': {
      if (transcript.length === 0) return state;
      const value = { value: step.tokens, source: 'estimated', encoding: 'other' } as const;
      transcript.log.measure(Math.floor(step.at * transcript.length), value);
      return { ...state, transcript: { ...transcript } };
    }
    case 'measurer':
      return {
        ...state,
        measurer: state.measurer === simpleMeasurer ? roughMeasurer : simpleMeasurer,
      };
    case 'back':
      return states.at(-1 - step.steps) ?? state;
    default:
      return step satisfies never;
  }
}

let reportLines = 0;

/** One object whose content changes; its revision says so. */
const report: LiveSection = {
  id: 'report',
  kind: 'notes',
  share: 0.3,
  lead: 'Report',
  revision: () => reportLines,
  render: (room) => ({ text: wholeLines(linesOf(reportLines), room) }),
};

/** The plan of a state, with the report as it is in it. */
function planned(state: State): BarePlan {
  reportLines = state.reportLines;
  return makePlan(state);
}

function linesOf(lines: number): string {
  return Array.from({ length: lines }, (_, n) => `line ${n}`).join('\n');
}

/** The section in the place of the one with its id, or behind the others. */
function withSection(state: State, section: LiveSection): State {
  const { sections } = state;
  const isKnown = sections.some(({ id }) => id === section.id);
  return {
    ...state,
    sections: isKnown
      ? sections.map((old) => (old.id === section.id ? section : old))
      : [...sections, section],
  };
}

function grown(transcript: Transcript, message: Message): Transcript {
  const tokens = simpleMeasurer.message(message);
  const id = `e-${transcript.length}-${transcript.log.length}`;
  return appended(transcript, { id, createdAtMs: START_MS, message, tokens });
}

/** Some neighbouring units leave, and a text stands for everything that left. */
function compacted(
  { transcript, overlays, measurer }: State,
  from: number,
  count: number,
): Overlays {
  const units = unitsOf(viewOf(transcript, overlays, measurer));
  const leaving = units
    .slice(Math.floor(from * units.length))
    .slice(0, count)
    .filter((unit) => !isUnitProtected(transcript, unit));
  const ranges = leaving.map(({ start, end, tokens }) => ({
    fromSeq: start,
    toSeq: end,
    compactionId: 'k',
    tokens,
  }));
  const left = withRanges(overlays, ranges);
  if (leaving.length === 0) return left;
  const condensed = condensedBefore(left.ranges[0]?.fromSeq ?? 0, left.ranges.length);
  return { ...left, condensed };
}

function condensedBefore(beforeSeq: number, ranges: number): Condensed {
  return {
    id: `condensed-${ranges}`,
    compactionId: 'k',
    text: `${ranges} ranges stood here`,
    beforeSeq,
    coveredEntries: 1,
    coveredTokens: 10,
    values: emptyValueIndex,
  };
}

function trimmed({ transcript, overlays, measurer }: State, at: number): Overlays {
  const units = unitsOf(viewOf(transcript, overlays, measurer));
  const seq = units[Math.floor(at * units.length)]?.start;
  if (seq === undefined) return overlays;
  const trims = [{ partIndex: 0, headCharacters: 3, tailCharacters: 0 }];
  const overlay: EntryOverlay = { kind: 'trimmed', seq, compactionId: 'k', limitTokens: 9, trims };
  return withEntryOverlays(overlays, [overlay]);
}

/** The same plan, made where nothing can be remembered: what is remembered hangs on overlays and sections. */
function planFromScratch(state: State): BarePlan {
  const sections = state.sections.map((section) => ({ ...section }));
  return makePlan({ ...state, overlays: { ...state.overlays }, sections });
}

/** The same messages, made where nothing can be remembered: what is remembered hangs on the items. */
function renderFromScratch(plan: BarePlan) {
  return renderOpenAi({ ...plan, items: plan.items.map((item) => ({ ...item })) });
}

/** All that is sent, one message behind the other. */
function wordsOf(plan: BarePlan): string {
  const words = renderOpenAi(plan).map(({ role, content, tool_calls: calls }) => {
    const parts = typeof content === 'string' ? [content] : (content ?? []);
    const texts = parts.map((part) =>
      typeof part === 'object' && 'text' in part ? part.text : part,
    );
    return [role, JSON.stringify(calls), ...texts].join('|');
  });
  return words.join('\n');
}

const history = fc.tuple(arbitraryConversation, fc.array(step, { minLength: 1, maxLength: 40 }));

test('[TIER-1] a plan that goes on from an earlier one is the plan made from scratch (seed 20261122)', async () => {
  await fc.assert(
    fc.property(history, ([conversation, steps]) => {
      const pool = conversation.map(parseMessage);
      const states: State[] = [];
      for (const step of steps) {
        const state = stepped(states, step, pool);
        states.push(state);
        const plan = planned(state);
        expect(plan).toEqual(planFromScratch(state));
        expect(renderOpenAi(plan)).toEqual(renderFromScratch(plan));
      }
    }),
    { seed: 20261122, numRuns: 300 },
  );
});

test('[OBS-2] what is kept, lost and new adds up, and nothing lost means that all that was sent stands again (seed 20261122)', async () => {
  await fc.assert(
    fc.property(history, ([conversation, steps]) => {
      const pool = conversation.map(parseMessage);
      const states: State[] = [];
      let previous: BarePlan | undefined;
      for (const step of steps) {
        const state = stepped(states, step, pool);
        states.push(state);
        const plan = planned(state);
        const { keptTokens, lostTokens, newTokens, firstChange } = cacheReport(previous, plan);
        expect(keptTokens + newTokens).toBe(plan.totalTokens);
        expect(keptTokens).toBeGreaterThanOrEqual(0);
        if (previous && lostTokens === 0) {
          expect(wordsOf(plan).startsWith(wordsOf(previous))).toBe(true);
        }
        if (previous && !firstChange) expect(renderOpenAi(plan)).toEqual(renderOpenAi(previous));
        previous = plan;
      }
    }),
    { seed: 20261122, numRuns: 300 },
  );
});

const LENGTH = 2_000;

function longSession(budget: TokenBudget, measurer: Measurer): State {
  let transcript = emptyTranscript();
  for (let index = 0; index < LENGTH; index += 1) {
    const role = index % 2 === 0 ? 'user' : 'assistant';
    transcript = grown(transcript, aTextMessage(role, `message ${index}`));
  }
  return { ...start, transcript, budget, measurer };
}

test('[TIER-1] after an append the plan is made of the same items but for the newest turns', () => {
  const state = longSession(fixedBudget(100_000), simpleMeasurer);
  const before = makePlan(state);
  const transcript = grown(state.transcript, aTextMessage('user', 'and now?'));
  const after = makePlan({ ...state, transcript });
  const made = after.items.filter((item, index) => item !== before.items[index]);
  expect(after.items).toHaveLength(LENGTH + 1);
  expect(made.length).toBeLessThanOrEqual(5);
});

test('[TIER-1] after an append no entry is read but those of the newest turns', () => {
  const state = longSession(fixedBudget(100_000), simpleMeasurer);
  makePlan(state);
  const transcript = grown(state.transcript, aTextMessage('user', 'and now?'));
  const read = new Set<number>();
  const { log } = transcript;
  const at = log.at.bind(log);
  log.at = (seq) => {
    read.add(seq);
    return at(seq);
  };
  makePlan({ ...state, transcript });
  expect(Math.min(...read)).toBeGreaterThanOrEqual(LENGTH - 4);
});

test('[TIER-6] what loses its protection is told so, also ahead of what stands for the ranges', () => {
  const said = ['Find.', 'Which?', 'Those.', 'Old.', 'Newer.'];
  const roles = ['user', 'assistant', 'user', 'assistant', 'assistant'] as const;
  const transcript = said
    .map((text, index) => aTextMessage(roles[index] ?? 'user', text))
    .reduce(grown, emptyTranscript());
  const ranges = [{ fromSeq: 3, toSeq: 4, compactionId: 'k', tokens: 5 }];
  const condensed = condensedBefore(3, ranges.length);
  const state = { ...start, transcript, overlays: { ...noOverlays(), ranges, condensed } };
  expect(makePlan(state).items[2]?.decision.rule).toBe('CURRENT_USER_PROTECTED');
  const next = { ...state, transcript: grown(transcript, aTextMessage('user', 'And now?')) };
  expect(makePlan(next).items[2]?.decision.rule).toBe('FITS');
  expect(makePlan(next)).toEqual(planFromScratch(next));
});

test('[TOK-3] after an append nothing of the live tier is rendered or counted', () => {
  const counted: string[] = [];
  const measurer = createMeasurer({
    ...simpleCounter,
    count: (text) => {
      counted.push(text);
      return simpleCounter.count(text);
    },
  });
  const long = { ...longSession(fixedBudget(100_000), measurer), reportLines: 20 };
  const state = withSection(long, report);
  planned(state);
  counted.length = 0;
  const said = aTextMessage('user', 'and now?');
  const after = planned({ ...state, transcript: grown(state.transcript, said) });
  expect(after.items.at(-1)?.kind).toBe('notes');
  expect(counted.filter((text) => text.includes('line'))).toEqual([]);
});
