import { errorText } from '../errors/error-text.ts';
import { pickedInSteps, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { measuredUnit, measuringUnits, type ShownUnit } from '../policies/measured-units.ts';
import { newestUnitStart } from '../transcript/transcript.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import type { OverlayReason } from '../view/overlay-reason.ts';
import { rangeAt } from '../view/range-at.ts';
import { layingOut, type View, viewUnit } from '../view/view.ts';
import { type Leaving, rangesOf, type Stretch } from './carry-out.ts';
import type { CompactionInput } from './compaction-input.ts';
import type { StageReport } from './compaction-record.ts';
import { reasonMaker } from './overlay-reasons.ts';
import { withEntryOverlays, withRanges } from './overlays-with.ts';
import { divideRoom, type Room } from './room.ts';
import { fitAnchor, fitAnswered, fitNewest, fitToolLimits } from './shortening/fit-protected.ts';
import {
  CROWDS_OUT,
  LONG_ANCHOR,
  LONG_ANSWERED,
  LONG_ARGUMENTS,
  OVER_HINT,
} from './shortening/trim-reasons.ts';
import type { StageReason } from './stage.ts';
import { unitWith } from './unit-with.ts';

/** A unit that a stage took out. */
export interface LeftUnit {
  readonly unit: ShownUnit;
  /** The summary that its stage gave for it. */
  readonly summary?: string;
}

/**
 * The work of one compaction while it is decided: the units in the view, measured anew after each
 * step, and the room that is to be kept.
 *
 * - What stays whatever happens is made to fit before anything else: that is no stage's to decide.
 * - A step lays out the units it touches and no other.
 * - Nothing outside is changed; the overlays are its own until a draft is made of them.
 */
export class Workbench {
  readonly input: CompactionInput;
  /** Tokens sent before the first step. */
  readonly before: View;
  /** Tokens before the first step. */
  readonly tokensBefore: number;
  /** Tokens of the text for everything that left in earlier compactions; 0 where there is none. */
  readonly #condensedTokens: number;
  #room: Room | undefined;
  #units: readonly ShownUnit[];
  #unitTokens: number;
  #overlays: Overlays;
  #reports: readonly StageReport[] = [];
  readonly #left: LeftUnit[] = [];

  private constructor(input: CompactionInput, view: View, units: readonly ShownUnit[]) {
    this.input = input;
    this.before = view;
    this.#overlays = input.overlays;
    this.#units = units;
    this.#unitTokens = tokensOf(units);
    this.#condensedTokens = view.tokens - this.#unitTokens;
    this.tokensBefore = this.tokens;
  }

  /** A bench with everything laid out, and what is protected made to fit. */
  static *laidOut(input: CompactionInput): Steps<Workbench> {
    const { transcript, overlays, toolHints, measurer } = input;
    const view = yield* layingOut(transcript, overlays, measurer);
    const bench = new Workbench(input, view, yield* measuringUnits(view, transcript, toolHints));
    yield* bench.fit(yield* fitAnchor(input), LONG_ANCHOR);
    yield* bench.fit(yield* fitAnswered(input, bench.units), LONG_ANSWERED);
    yield* bench.fit(yield* fitToolLimits(input, bench.units), OVER_HINT);
    bench.#room = divideRoom(input, bench.#headTokens());
    yield* bench.fit(yield* fitNewest(input, bench.units.at(-1), bench.room), CROWDS_OUT);
    return bench;
  }

  /** How the budget is divided; known once the head has its size. */
  get room(): Room {
    if (!this.#room) throw new Error('The room is not divided yet.');
    return this.#room;
  }

  /** In the view, oldest first. */
  get units(): readonly ShownUnit[] {
    return this.#units;
  }

  /** With what was shortened and taken out. */
  get overlays(): Overlays {
    return this.#overlays;
  }

  /** Everything that would be sent, system text and tools included. */
  get tokens(): number {
    return this.originalTokens + this.#condensedTokens;
  }

  /** Tokens without what stands for what left, which is written anew. */
  get originalTokens(): number {
    return this.input.fixedTokens + this.#unitTokens;
  }

  get hasCondensed(): boolean {
    return this.#condensedTokens > 0;
  }

  /** Stage by stage, neighbouring steps of the same stage in one. */
  get reports(): readonly StageReport[] {
    return this.#reports;
  }

  /** In the order in which they left. */
  get left(): readonly LeftUnit[] {
    return this.#left;
  }

  /** Shortens what no stage decides about. */
  *fit(added: readonly EntryOverlay[], why: StageReason): Steps<void> {
    if (added.length === 0) return;
    const { reasonFor } = reasonMaker('trim', this.input);
    // A whole conversation within the budget leaves the message being answered all that it needs.
    const shares = new Map([
      [LONG_ANCHOR, this.input.limits.anchorShare],
      [LONG_ANSWERED, 1],
    ]);
    const explained: EntryOverlay[] = [];
    for (const overlay of added) {
      yield;
      const given = overlay.kind === 'shortened-calls' ? LONG_ARGUMENTS : why;
      const reason = reasonFor(given, given, unitWith(this.#units, overlay.seq)?.entries ?? []);
      explained.push({ ...overlay, why: keptWithin(shares.get(why), reason) });
    }
    yield* this.shorten('trim', explained);
  }

  /** Lays overlays on single entries. */
  *shorten(stage: string, added: readonly EntryOverlay[]): Steps<void> {
    if (added.length === 0) return;
    const before = this.tokens;
    const { log } = this.input.transcript;
    const touched = new Set(added.map(({ seq }) => log.at(seq).unitStart));
    this.#overlays = withEntryOverlays(this.#overlays, added);
    const units: ShownUnit[] = [];
    for (const [index, unit] of this.#units.entries()) {
      if (index % TURNS_PER_STEP === 0) yield;
      units.push(touched.has(unit.start) ? this.#laidOut(unit.start) : unit);
    }
    this.#replaceUnits(units);
    this.#report(stage, before, added.length);
  }

  /** Takes whole units out, which are given in their order. */
  *takeOut(stage: string, leaving: readonly Leaving[], summary: string | undefined): Steps<void> {
    if (leaving.length === 0) return;
    const before = this.tokens;
    const ranges = yield* rangesOf(stretchesOf(leaving), this.input.compactionId);
    yield;
    this.#overlays = withRanges(this.#overlays, ranges);
    this.#replaceUnits(
      yield* pickedInSteps(this.#units, ({ start }) => !rangeAt({ ranges }, start)),
    );
    let entries = 0;
    for (const [index, { unit }] of leaving.entries()) {
      if (index % TURNS_PER_STEP === 0) yield;
      this.#left.push({ unit, ...(summary !== undefined && { summary }) });
      entries += unit.end - unit.start;
    }
    this.#report(stage, before, entries);
  }

  /** Has what stands for the rest written anew although nothing more leaves. */
  condenseAnew(): void {
    this.#report('condense', this.tokens, 0);
  }

  /** A stage or a policy of the caller's that throws costs its own work, not the compaction. */
  passOver(stage: string, error: unknown): void {
    const failure = errorText(error);
    const figures = { tokensBefore: this.tokens, tokensAfter: this.tokens, entries: 0 };
    this.#reports = [...this.#reports, { stage, ...figures, failure }];
  }

  /** Tokens that stay whatever happens, pinned results included, the newest unit apart. */
  #headTokens(): number {
    const newest = newestUnitStart(this.input.transcript);
    const head = this.#units.filter((unit) => unit.protected && unit.start < newest);
    return this.input.fixedTokens + tokensOf(head);
  }

  #laidOut(start: number): ShownUnit {
    const { transcript, toolHints, measurer } = this.input;
    const unit = viewUnit(transcript, this.#overlays, start, measurer);
    return measuredUnit(unit, transcript, toolHints);
  }

  #replaceUnits(units: readonly ShownUnit[]): void {
    this.#units = units;
    this.#unitTokens = tokensOf(units);
  }

  #report(stage: string, tokensBefore: number, entries: number): void {
    const tokensAfter = this.tokens;
    const previous = this.#reports.at(-1);
    const isSameStage = previous?.stage === stage && previous.failure === undefined;
    this.#reports = isSameStage
      ? [
          ...this.#reports.slice(0, -1),
          { ...previous, tokensAfter, entries: previous.entries + entries },
        ]
      : [...this.#reports, { stage, tokensBefore, tokensAfter, entries }];
  }
}

/** One after another, so that a long list of them is never held. */
function* stretchesOf(leaving: readonly Leaving[]): Generator<Stretch> {
  for (const { unit, why } of leaving) {
    const { start, end, entries } = unit;
    yield { start, end, entries, why };
  }
}

/** The reason of an original that is kept up to another share of the budget than the rest. */
function keptWithin(share: number | undefined, reason: OverlayReason): OverlayReason {
  const { keeps } = reason;
  if (!keeps || share === undefined) return reason;
  return { ...reason, keeps: { ...keeps, budgetShare: share } };
}

function tokensOf(units: readonly ShownUnit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
