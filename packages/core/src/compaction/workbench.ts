import { errorText } from '../errors/error-text.ts';
import { measuredUnit, measuredUnits, type ShownUnit } from '../policies/measured-units.ts';
import { newestUnitStart } from '../transcript/transcript.ts';
import type { EntryOverlay, Overlays } from '../view/overlay.ts';
import { viewOf, viewUnit } from '../view/view.ts';
import { rangeOf } from './carry-out.ts';
import type { CompactionInput } from './compaction-input.ts';
import type { StageReport } from './compaction-record.ts';
import { withEntryOverlays, withRanges } from './overlays-with.ts';
import { divideRoom, type Room } from './room.ts';
import { fitAnchor, fitNewest, fitToolLimits } from './shortening/fit-protected.ts';

/** A unit that a stage took out. */
export interface LeftUnit {
  readonly unit: ShownUnit;
  /** What its stage gave to stand for it. */
  readonly summary?: string;
}

/**
 * What one compaction works on while it is decided: the units in the view, measured anew after each
 * step, and the room that is to be kept.
 *
 * - What stays whatever happens is made to fit before anything else: that is no stage's to decide.
 * - A step lays out the units it touches and no other.
 * - Nothing outside is changed; the overlays are its own until a draft is made of them.
 */
export class Workbench {
  readonly input: CompactionInput;
  readonly room: Room;
  /** Tokens before the first step. */
  readonly tokensBefore: number;
  /** What stands for everything that left in earlier compactions; 0 where nothing does. */
  readonly #condensedTokens: number;
  #units: readonly ShownUnit[];
  #unitTokens: number;
  #overlays: Overlays;
  #reports: readonly StageReport[] = [];
  #left: readonly LeftUnit[] = [];

  constructor(input: CompactionInput) {
    const { transcript, overlays, toolHints, measurer } = input;
    const view = viewOf(transcript, overlays, measurer);
    this.input = input;
    this.#overlays = overlays;
    this.#units = measuredUnits(view, transcript, toolHints);
    this.#unitTokens = tokensOf(this.#units);
    this.#condensedTokens = view.tokens - this.#unitTokens;
    this.tokensBefore = this.tokens;
    this.shorten('trim', fitAnchor(input));
    this.shorten('trim', fitToolLimits(input, this.#units));
    this.room = divideRoom(input, this.#headTokens());
    this.shorten('trim', fitNewest(input, this.#units.at(-1), this.room));
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

  /** Lays overlays on single entries. */
  shorten(stage: string, added: readonly EntryOverlay[]): void {
    if (added.length === 0) return;
    const before = this.tokens;
    const { log } = this.input.transcript;
    const touched = new Set(added.map(({ seq }) => log.at(seq).unitStart));
    this.#overlays = withEntryOverlays(this.#overlays, added);
    this.#replaceUnits(
      this.#units.map((unit) => (touched.has(unit.start) ? this.#laidOut(unit.start) : unit)),
    );
    this.#report(stage, before, added.length);
  }

  /** Takes whole units out. */
  takeOut(stage: string, leaving: readonly ShownUnit[], summary: string | undefined): void {
    if (leaving.length === 0) return;
    const before = this.tokens;
    const ranges = leaving.map((unit) => rangeOf(unit, this.input.compactionId));
    const starts = new Set(leaving.map(({ start }) => start));
    this.#overlays = withRanges(this.#overlays, ranges);
    this.#replaceUnits(this.#units.filter(({ start }) => !starts.has(start)));
    this.#left = [
      ...this.#left,
      ...leaving.map((unit) => ({ unit, ...(summary !== undefined && { summary }) })),
    ];
    this.#report(
      stage,
      before,
      leaving.reduce((sum, { start, end }) => sum + end - start, 0),
    );
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

  /** What stays whatever happens, pinned results included, the newest unit apart. */
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

function tokensOf(units: readonly ShownUnit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
