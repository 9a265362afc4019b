import type { Summary } from '../condense/summarizer.ts';
import { errorText } from '../ground/errors/error-text.ts';
import { mappedInSteps, pickedInSteps, type Steps } from '../ground/platform/steps.ts';
import { newestUnitStart } from '../transcript/transcript.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import { layingOut, type View, viewUnit } from '../view/view.ts';
import { type Leaving, rangesOf, withEntryOverlays, withRanges } from './carry-out.ts';
import type { StageReport } from './compaction-record.ts';
import { fitAnchor, fitNewest, fitToolHints } from './fit-protected.ts';
import {
  CROWDS_OUT,
  LONG_ANCHOR,
  LONG_ARGUMENTS,
  OVER_HINT,
  reasonsUnder,
  USED_UP,
} from './overlay-reasons.ts';
import type { StageReason } from './policies/eviction-policy.ts';
import {
  measuredUnit,
  measuringUnits,
  type ShownUnit,
  tokensOf,
  unitWith,
} from './policies/measured-units.ts';
import { divideRoom, type Room } from './room.ts';
import type { CompactionInput, StageDecision } from './stage.ts';

/**
 * The work of one compaction while it is decided: the units in the view, measured again after each
 * step, and the room that is to be kept.
 *
 * - What stays whatever happens is made to fit before anything else: that is no stage's to decide.
 * - A step lays out the units it touches and no other.
 * - Nothing outside is changed; the overlays are its own until a draft is made of them.
 */
export class Workbench {
  readonly input: CompactionInput;
  readonly tokensBefore: number;
  /** In the view, oldest first. */
  units: readonly ShownUnit[];
  /** With what was shortened and taken out. */
  overlays: Overlays;
  /** Stage by stage, neighbouring steps of the same stage in one. */
  reports: readonly StageReport[] = [];
  /** In the order in which they left. */
  left: readonly Leaving[] = [];
  /** The summary that a stage gave, and the units that it stands for. */
  given: { readonly summary: Summary; readonly units: ReadonlySet<Leaving> } | undefined;
  #room: Room | undefined;
  /** Tokens of the text for everything that left in earlier compactions; 0 where there is none. */
  readonly #condensedTokens: number;

  private constructor(input: CompactionInput, view: View, units: readonly ShownUnit[]) {
    this.input = input;
    this.overlays = input.overlays;
    this.units = units;
    this.#condensedTokens = view.tokens - tokensOf(units);
    this.tokensBefore = this.tokens;
  }

  /** A bench with everything laid out, and what is protected made to fit. */
  static *laidOut(input: CompactionInput): Steps<Workbench> {
    const { transcript, overlays, toolHints, measurer } = input;
    const view = yield* layingOut(transcript, overlays, measurer);
    const bench = new Workbench(input, view, yield* measuringUnits(view, transcript, toolHints));
    yield* bench.fit(yield* fitAnchor(input, bench.units), LONG_ANCHOR);
    yield* bench.fit(yield* fitToolHints(input, bench.units), OVER_HINT);
    bench.#room = divideRoom(input, bench.#headTokens());
    yield* bench.fit(yield* fitNewest(input, bench.units.at(-1), bench.room), CROWDS_OUT);
    return bench;
  }

  /** How the budget is divided; known once the head has its size. */
  get room(): Room {
    if (!this.#room) throw new Error('The room is not divided yet.');
    return this.#room;
  }

  /** Everything that would be sent, system text and tools included. */
  get tokens(): number {
    return this.originalTokens + this.#condensedTokens;
  }

  /** Tokens without what stands for what left, which is written again. */
  get originalTokens(): number {
    return this.input.fixedTokens + tokensOf(this.units);
  }

  get hasCondensed(): boolean {
    return this.#condensedTokens > 0;
  }

  /** Shortens what no stage decides about. */
  *fit(added: readonly EntryOverlay[], why: StageReason): Steps<void> {
    if (added.length === 0) return;
    const reasonFor = reasonsUnder(this.input);
    const explained: EntryOverlay[] = [];
    for (const overlay of added) {
      yield;
      const reason = reasonFor(
        REASONS[overlay.kind] ?? why,
        unitWith(this.units, overlay.seq)?.entries ?? [],
      );
      explained.push({ ...overlay, why: reason });
    }
    yield* this.shorten('trim', explained);
  }

  /** Lays overlays on single entries. */
  *shorten(stage: string, wanted: readonly EntryOverlay[]): Steps<void> {
    const added = wanted.filter(({ seq }) => !this.#isHeld(seq));
    if (added.length === 0) return;
    const before = this.tokens;
    const { log } = this.input.transcript;
    const touched = new Set(added.map(({ seq }) => log.at(seq).unitStart));
    this.overlays = withEntryOverlays(this.overlays, added);
    this.units = yield* mappedInSteps(this.units, (unit) =>
      touched.has(unit.start) ? this.#laidOut(unit.start) : unit,
    );
    this.#report(stage, before, added.length);
  }

  /** Takes whole units out, which are given in their order. */
  *takeOut(
    stage: string,
    leaving: readonly Leaving[],
    { summary, summarised }: Pick<StageDecision, 'summary' | 'summarised'>,
  ): Steps<void> {
    if (leaving.length === 0) return;
    const before = this.tokens;
    const ranges = yield* rangesOf(leaving, this.input.compactionId);
    yield;
    this.overlays = withRanges(this.overlays, ranges);
    this.units = yield* pickedInSteps(this.units, ({ start }) => !rangeAt({ ranges }, start));
    this.left = [...this.left, ...leaving];
    if (summary) {
      const units = leaving.filter(({ start }) => summarised?.has(start) ?? true);
      this.given ??= { summary, units: new Set(units) };
    }
    const entries = leaving.reduce((sum, { start, end }) => sum + end - start, 0);
    this.#report(stage, before, entries);
  }

  /** Has what stands for the rest written again although nothing more leaves. */
  condenseAnew(): void {
    this.#report('condense', this.tokens, 0);
  }

  /** A stage or a policy of the caller's that throws costs its own work, not the compaction. */
  passOver(stage: string, error: unknown): void {
    const failure = errorText(error);
    const figures = { tokensBefore: this.tokens, tokensAfter: this.tokens, entries: 0 };
    this.reports = [...this.reports, { stage, ...figures, failure }];
  }

  /** Tokens that stay whatever happens, pinned results included, the newest unit apart. */
  #headTokens(): number {
    const newest = newestUnitStart(this.input.transcript);
    const head = this.units.filter((unit) => unit.protected && unit.start < newest);
    return this.input.fixedTokens + tokensOf(head);
  }

  /** Whether it stands whole in the view that is held. */
  #isHeld(seq: number): boolean {
    const { overlays, length } = this.input.held ?? { overlays: this.overlays, length: 0 };
    return seq < length && !overlays.entries.has(seq) && !rangeAt(overlays, seq);
  }

  #laidOut(start: number): ShownUnit {
    const { transcript, toolHints, measurer } = this.input;
    const unit = viewUnit(transcript, this.overlays, start, measurer);
    return measuredUnit(unit, transcript, toolHints);
  }

  #report(stage: string, tokensBefore: number, entries: number): void {
    const tokensAfter = this.tokens;
    const previous = this.reports.at(-1);
    const isSameStage = previous?.stage === stage && previous.failure === undefined;
    this.reports = isSameStage
      ? [
          ...this.reports.slice(0, -1),
          { ...previous, tokensAfter, entries: previous.entries + entries },
        ]
      : [...this.reports, { stage, tokensBefore, tokensAfter, entries }];
  }
}

/** Reasons of changes that no stage decides about, by kind. */
const REASONS: Partial<Record<EntryOverlay['kind'], StageReason>> = {
  'shortened-calls': LONG_ARGUMENTS,
  'evicted-results': USED_UP,
};
