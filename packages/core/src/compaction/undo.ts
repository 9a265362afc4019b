import { UndoRefusedError } from '../ground/errors/undo-refused-error.ts';
import type { Steps } from '../ground/platform/steps.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import { noOverlays, type Overlays, type RangeOverlay } from '../view/overlay.ts';
import { isUnitProtected } from '../view/protected.ts';
import { layingOut, unitsOf, type View } from '../view/view.ts';
import { rangeOf, shortenedBy } from './carry-out.ts';
import type { CompactionRecord } from './compaction-record.ts';
import { type CompactionDraft, draftOfHeld } from './draft.ts';
import { divideRoom, summaryTokensOf } from './room.ts';
import { sourcesBehind } from './sources.ts';
import type { CompactionInput } from './stage.ts';
import { quotingUser } from './user-words.ts';

/** The record to take back. @throws UndoRefusedError */
export function undoable(
  compactions: readonly CompactionRecord[],
  epoch: number,
  id: string | undefined,
): CompactionRecord {
  const undone = new Set(compactions.map(({ undoes }) => undoes));
  const candidates = compactions.filter(
    (record) => record.trigger !== 'undo' && !undone.has(record.id) && record.epoch === epoch,
  );
  const found =
    id === undefined ? candidates.at(-1) : candidates.find((record) => record.id === id);
  if (found) return found;
  if (id === undefined) throw new UndoRefusedError('there is nothing to undo');
  const known = compactions.find((record) => record.id === id);
  const why = !known
    ? 'no compaction of that id is known'
    : undone.has(id) || known.trigger === 'undo'
      ? 'it was taken back already'
      : 'it was made under other settings or on another branch and is of no effect any more';
  throw new UndoRefusedError(why);
}

/**
 * A compaction taken back [CMP-12]: the `past` overlays stand again where they are known and fit the budget.
 * Otherwise its ranges and entries show whole, whatever an earlier one had shortened there, and what stands
 * for the rest is made again from the originals that are still gone. `undefined` when nothing of it is left
 * to take back. `finish` makes the overlays of it. Pure; costs what is still gone.
 */
export function* draftUndo(
  input: CompactionInput,
  record: Pick<CompactionRecord, 'id' | 'left'>,
  past?: Overlays,
): Steps<CompactionDraft | undefined> {
  const { transcript, measurer } = input;
  const ranges = input.overlays.ranges.flatMap((range) => without(range, record.left, transcript));
  const entries = new Map(
    [...input.overlays.entries].filter(([, overlay]) => overlay.compactionId !== record.id),
  );
  const back = shortenedBy(input.overlays) - shortenedBy({ ranges, entries });
  if (back === 0) return undefined;
  const overlays: Overlays = { ...noOverlays(input.overlays.epoch), ranges, entries };
  const view = yield* layingOut(transcript, overlays, measurer);
  const before = yield* layingOut(transcript, input.overlays, measurer);
  const room = divideRoom(input, headTokens(input, view));
  const tokensBefore = input.fixedTokens + before.tokens;
  const tokensAfter = input.fixedTokens + view.tokens;
  if (past) {
    const held = yield* draftOfHeld({ input, room, tokensBefore }, { overlays: past });
    const stages = held.stages.map((report) => ({ ...report, stage: 'undo', entries: back }));
    const fits = stages.every((report) => report.tokensAfter <= input.budget.inputTokens);
    if (fits) return { ...held, stages, left: [] };
  }
  const userWords = yield* quotingUser(input, overlays, room);
  const { gone, cut } = yield* sourcesBehind(transcript, { ranges, entries });
  return {
    input,
    tokensBefore,
    overlays,
    stages: [{ stage: 'undo', tokensBefore, tokensAfter, entries: back }],
    left: [],
    leaving: [],
    room,
    userWords,
    sources: [...gone, ...cut].sort((a, b) => a.seq - b.seq),
    ...(gone.length > 0 && {
      summaryRequest: {
        sources: gone,
        beside: userWords.sentences,
        maxTokens: summaryTokensOf(room.derivedTokens, {
          ...input,
          quotedTokens: userWords.quotedTokens,
        }),
        count: (text) => measurer.text(text),
      },
    }),
  };
}

/** System, tools, and what is protected before the newest unit. */
function headTokens({ transcript, fixedTokens }: CompactionInput, view: View): number {
  const newest = newestUnitStart(transcript);
  return unitsOf(view)
    .filter((unit) => unit.start < newest && isUnitProtected(transcript, unit))
    .reduce((sum, unit) => sum + unit.tokens, fixedTokens);
}

/** Gives the pieces of a range without the entries that come back. */
function without(
  range: RangeOverlay,
  back: CompactionRecord['left'],
  transcript: Transcript,
): readonly RangeOverlay[] {
  const inside = back.filter(
    ({ fromSeq, toSeq }) => fromSeq < range.toSeq && toSeq > range.fromSeq,
  );
  if (inside.length === 0) return [range];
  const pieces: RangeOverlay[] = [];
  let start = range.fromSeq;
  for (const { fromSeq, toSeq } of inside) {
    if (fromSeq > start) pieces.push(piece(range, start, fromSeq, transcript));
    start = Math.max(start, toSeq);
  }
  if (start < range.toSeq) pieces.push(piece(range, start, range.toSeq, transcript));
  return pieces;
}

function piece(
  { compactionId, why }: RangeOverlay,
  fromSeq: number,
  toSeq: number,
  { log }: Transcript,
): RangeOverlay {
  const entries = log.slice(fromSeq, toSeq);
  return rangeOf({ start: fromSeq, end: toSeq, entries, ...(why && { why }) }, compactionId);
}
