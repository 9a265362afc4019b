import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Summary } from '../condense/summarizer.ts';
import { parseMessage } from '../formats/parse-message.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import { type Message, textOf } from '../message/message.ts';
import { arbitraryConversation } from '../testing/arbitrary-conversation.ts';
import { aToolCall, aToolResult, START_MS } from '../testing/builders.ts';
import {
  aCompactionInput,
  aReply,
  aStageOf,
  aStep,
  aUserMessage,
} from '../testing/compaction-input.ts';
import { draftCompaction, finishCompaction } from '../testing/to-the-end.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { appended } from '../transcript/transcript.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { findingFault } from './check.ts';
import { type FinishedCompaction, finish } from './finish.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { summaryTokensOf } from './room.ts';
import type { CompactionInput, CompactionStage } from './stage.ts';
import { draftUndo } from './undo.ts';

const aSummary = (text: string): Summary => ({ madeBy: 'tester', fromSeq: 1, toSeq: 9, text });

/** The part of a compaction's record that an undo needs. */
interface Done {
  readonly id: string;
  readonly left: FinishedCompaction['left'];
}

/** A session that compacts and undoes, without a clock or a store. */
class Session {
  input: CompactionInput;
  readonly done: Done[] = [];

  constructor(messages: readonly Message[], input: Partial<CompactionInput> = {}) {
    this.input = aCompactionInput(messages, input);
  }

  get overlays(): Overlays {
    return this.input.overlays;
  }

  append(messages: readonly Message[]): void {
    for (const message of messages) {
      const { transcript } = this.input;
      const draft = {
        id: `e-${transcript.length}`,
        createdAtMs: START_MS,
        message,
        tokens: simpleMeasurer.message(message),
      };
      this.input = { ...this.input, transcript: appended(transcript, draft) };
    }
  }

  compact(given: Partial<CompactionInput> = {}): FinishedCompaction | undefined {
    const id = `k-${this.done.length}`;
    const draft = draftCompaction({ ...this.input, ...given, compactionId: id });
    const outcome = finishCompaction(draft, draft.summaryRequest && aSummary(`Summary ${id}.`));
    if (outcome.kind === 'dropped') return undefined;
    this.input = { ...this.input, overlays: outcome.compaction.overlays };
    this.done.push({ id, left: outcome.compaction.left });
    return outcome.compaction;
  }

  undo(record: Done): FinishedCompaction | undefined {
    const draft = undoDraft({ ...this.input, compactionId: `undo-${record.id}` }, record);
    if (!draft) return undefined;
    const summary = draft.summaryRequest && aSummary('Made anew.');
    const { compaction } = runToEnd(finish({ ...draft, summary }));
    this.input = { ...this.input, overlays: compaction.overlays };
    return compaction;
  }

  /** The transcript as it is sent, with `…` for the condensed text. */
  sent(): readonly string[] {
    const { transcript, measurer } = this.input;
    return viewOf(transcript, this.overlays, measurer).segments.flatMap((segment) => {
      if (segment.kind === 'range') return [];
      if (segment.kind === 'condensed') return ['…'];
      return segment.members.map(({ message }) => textOf(message));
    });
  }

  /** The message that is sent for an entry. */
  shown(seq: number): Message | undefined {
    const { transcript, measurer } = this.input;
    const members = unitsOf(viewOf(transcript, this.overlays, measurer)).flatMap(
      (unit) => unit.members,
    );
    return members.find((member) => member.kind === 'entry' && member.entry.seq === seq)?.message;
  }

  record(index: number): Done {
    const record = this.done[index];
    if (!record) throw new Error(`no compaction ${index}`);
    return record;
  }
}

const undoDraft = (...given: Parameters<typeof draftUndo>) => runToEnd(draftUndo(...given));

const leaving = (...seqs: readonly number[]): readonly CompactionStage[] => [
  aStageOf({ leave: seqs }, { takesUnits: true }),
];

const trimming = (seq: number, maxTokens: number): readonly CompactionStage[] => [
  aStageOf({ trim: [{ seq, maxTokens }] }),
];

const words = (count: number) =>
  Array.from(
    { length: count },
    (_, index): Message => ({
      role: 'assistant',
      parts: [{ type: 'text', text: `${index} `.repeat(60) }],
    }),
  );

const talk = () => [aUserMessage(20), ...words(10), aUserMessage(5)];
/** Everything is over the low watermark, and only the newest unit is the tail. */
const low = {
  budget: fixedBudget(3_000, { high: 1, low: 0.01 }),
  limits: { ...DEFAULT_LIMITS, tailShare: 0 },
};

test('[CMP-12] an undo of the only compaction gives the overlays of before', () => {
  const session = new Session(talk(), low);
  const before = session.sent();
  session.compact();
  expect(session.sent()).not.toEqual(before);
  const undone = session.undo(session.record(0));
  expect(session.overlays).toEqual(noOverlays());
  expect(session.sent()).toEqual(before);
  expect(undone?.left).toEqual([]);
});

test('[CMP-12] an undo of the newest of several leaves the others', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2) });
  const after = session.sent();
  session.compact({ stages: leaving(3, 4, 6) });
  session.undo(session.record(1));
  expect(session.sent()).toEqual(after);
  expect(session.overlays.ranges).toMatchObject([{ fromSeq: 1, toSeq: 3 }]);
  expect(session.overlays.condensed?.coveredEntries).toBe(2);
});

test('[CMP-12] an undo of an older one leaves what left later, although their ranges had merged', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(2, 3) });
  session.compact({ stages: leaving(1, 4, 7) });
  expect(session.overlays.ranges).toHaveLength(2);
  session.undo(session.record(0));
  expect(session.overlays.ranges.map(({ fromSeq, toSeq }) => [fromSeq, toSeq])).toEqual([
    [1, 2],
    [4, 5],
    [7, 8],
  ]);
  const tokensOf = (seq: number) => session.input.transcript.log.at(seq).tokens.value;
  expect(session.overlays.ranges.map(({ tokens }) => tokens)).toEqual([1, 4, 7].map(tokensOf));
});

test('[CMP-12] what came after the compaction stays where it is', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2) });
  const news = [aReply(9), aUserMessage(7), ...aStep('a', 10)];
  session.append(news);
  session.undo(session.record(0));
  expect(session.overlays).toEqual(noOverlays());
  expect(session.sent()).toEqual([...talk(), ...news].map(textOf));
});

test('[CMP-12] what was trimmed earlier and left then shows whole', () => {
  const messages = [aUserMessage(20), ...aStep('a', 300), ...words(4), aUserMessage(5)];
  const session = new Session(messages, low);
  session.compact({ stages: trimming(2, 100) });
  session.compact({ stages: leaving(1) });
  session.undo(session.record(1));
  expect(session.overlays.entries.size).toBe(0);
  expect(session.sent()).toEqual(messages.map(textOf));
  expect(session.undo(session.record(0))).toBeUndefined();
});

test('[CMP-12] an undo of a trim shows the entry whole, and leaves other trims', () => {
  const messages = [
    aUserMessage(20),
    ...aStep('a', 300),
    ...aStep('b', 300),
    ...words(4),
    aUserMessage(5),
  ];
  const session = new Session(messages, low);
  session.compact({ stages: trimming(2, 100) });
  session.compact({ stages: trimming(4, 100) });
  const undone = session.undo(session.record(0));
  expect([...session.overlays.entries.keys()]).toEqual([4]);
  expect(session.sent()[2]).toBe(textOf(messages[2] as Message));
  expect(undone?.stages).toMatchObject([{ stage: 'undo', entries: 1 }]);
});

test('[CMP-12] an undo of shortened arguments shows the call whole', () => {
  const hugeCall = aToolCall({ arguments: JSON.stringify({ text: 'line of code\n'.repeat(600) }) });
  const messages = [aUserMessage(20), hugeCall, aToolResult()];
  const session = new Session(messages, { budget: fixedBudget(1_000) });
  session.compact();
  expect(session.overlays.entries.get(1)?.kind).toBe('shortened-calls');
  expect(session.shown(1)).not.toEqual(hugeCall);
  const undone = session.undo(session.record(0));
  expect(undone?.stages).toMatchObject([{ stage: 'undo', entries: 1 }]);
  expect(session.overlays).toEqual(noOverlays());
  expect(session.shown(1)).toEqual(hugeCall);
});

test('[CMP-12] an undo of what was taken back already, or never was, is none', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2) });
  session.undo(session.record(0));
  expect(session.undo(session.record(0))).toBeUndefined();
  expect(session.undo({ id: 'unknown', left: [] })).toBeUndefined();
});

test('[CMP-12] the summary of what is still gone is made anew from the originals', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2) });
  session.compact({ stages: leaving(3, 4) });
  const input = { ...session.input, compactionId: 'u' };
  const draft = undoDraft(input, session.record(1));
  expect(draft?.summaryRequest?.previous).toBeUndefined();
  expect(draft?.summaryRequest?.sources.map(({ seq }) => seq)).toEqual([1, 2]);
  session.undo(session.record(1));
  expect(session.overlays.condensed?.summary?.text).toBe('Made anew.');
});

test.each([true, false])(
  '[CMP-12] [CMP-10] that summary has the room of any other (by a model: %s)',
  (asksModel) => {
    const session = new Session(talk(), { ...low, asksModel });
    session.compact({ stages: leaving(1, 2) });
    session.compact({ stages: leaving(3, 4) });
    const draft = undoDraft({ ...session.input, compactionId: 'u' }, session.record(1));
    const derivedTokens = draft?.room.derivedTokens ?? 0;
    expect(derivedTokens).toBeGreaterThan(0);
    expect(draft?.summaryRequest?.maxTokens).toBe(summaryTokensOf(derivedTokens, session.input));
  },
);

test('[CMP-14] the record of an undo says what came back, and what the context takes now', () => {
  const session = new Session(talk(), low);
  const before = session.compact({ stages: leaving(1, 2) });
  session.compact({ stages: leaving(3, 4, 6) });
  const undone = session.undo(session.record(1));
  const { transcript, measurer } = session.input;
  expect(undone?.tokensAfter).toBe(viewOf(transcript, session.overlays, measurer).tokens);
  expect(undone?.stages).toEqual([
    {
      stage: 'undo',
      tokensBefore: undone?.tokensBefore,
      tokensAfter: undone?.tokensAfter,
      entries: 3,
    },
  ]);
  expect(undone?.tokensBefore).toBeLessThan(before?.tokensAfter ?? 0);
});

test('[TOK-2] what is still gone says that its tokens are estimated only where they are', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2, 3) });
  const estimated = session.overlays.ranges.map((range) => ({
    ...range,
    source: 'estimated' as const,
  }));
  session.input = { ...session.input, overlays: { ...session.overlays, ranges: estimated } };
  session.undo({ id: 'k-9', left: [{ fromSeq: 2, toSeq: 3, compactionId: 'k-9', tokens: 0 }] });
  expect(session.overlays.ranges.map(({ fromSeq, source }) => [fromSeq, source])).toEqual([
    [1, undefined],
    [3, undefined],
  ]);
});

test('[CMP-7] an undo changes nothing that was there before', () => {
  const session = new Session(talk(), low);
  session.compact({ stages: leaving(1, 2, 5) });
  const copy = structuredClone(session.overlays);
  const { overlays } = session;
  session.undo(session.record(0));
  expect(overlays).toEqual(copy);
});

test('[CMP-12] after any compactions, undone in any order, the view is the transcript again (seed 20261122)', async () => {
  const budget = fc.integer({ min: 150, max: 900 });
  const order = fc.infiniteStream(fc.nat());
  const more = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 });
  let undoneCount = 0;
  await fc.assert(
    fc.property(
      arbitraryConversation,
      budget,
      more,
      order,
      (conversation, inputTokens, growth, picks) => {
        const messages = conversation.map((message) => parseMessage(message));
        const session = new Session([], {
          budget: fixedBudget(inputTokens, { high: 0.9, low: 0.3 }),
        });
        let appendedCount = 0;
        for (const [index, added] of growth.entries()) {
          const isLast = index === growth.length - 1;
          const end = isLast ? messages.length : Math.min(messages.length, appendedCount + added);
          session.append(messages.slice(appendedCount, end));
          appendedCount = end;
          if (session.input.transcript.length > 0) session.compact();
        }
        const waiting = [...session.done];
        while (waiting.length > 0) {
          const [record] = waiting.splice((picks.next().value ?? 0) % waiting.length, 1);
          if (!record) throw new Error('nothing was picked');
          if (session.undo(record)) undoneCount += 1;
          const { transcript, measurer } = session.input;
          const view = viewOf(transcript, session.overlays, measurer);
          expect(runToEnd(findingFault(transcript, session.overlays, view, []))).toBeUndefined();
        }
        expect(session.overlays).toEqual(noOverlays());
        const { transcript, measurer } = session.input;
        const bare = viewOf(transcript, noOverlays(), measurer);
        expect(viewOf(transcript, session.overlays, measurer)).toEqual(bare);
        expect(unitsOf(bare)).toHaveLength(bare.segments.length);
      },
    ),
    { seed: 20261122, numRuns: 100 },
  );
  expect(undoneCount).toBeGreaterThan(0);
});
