import { forgetAhead, keepAhead, sourcesOf } from '../compaction/sources.ts';
import { readingPointsAhead } from '../condense/extractive-summary.ts';
import { readingValuesAhead } from '../condense/value-index.ts';
import type { Message } from '../message/message.ts';
import { inBackground } from '../platform/background.ts';
import type { Steps } from '../platform/steps.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import { type ViewEntry, type ViewRepair, viewOf } from '../view/view.ts';
import type { CompactorParts } from './compactor-parts.ts';

/** Fewer, such as those of one turn, are laid out and read before anybody could notice. */
const MANY_ENTRIES = 200;
/** So many entries are read ahead; of more the rest is read when it leaves. */
const MOST_ENTRIES = 5_000;

/**
 * Gets a long conversation ready for its next context while nobody waits for one: lays out its view, and
 * where that does not fit the budget, finds the sentences and exact values of what is going to leave. The
 * context is the same as without; it is there sooner.
 */
export class ReadAhead<Pad> {
  readonly #parts: CompactorParts<Pad>;
  readonly #stopListening: () => void;
  #length = 0;
  #overlays: Overlays | undefined;
  #kept: Message[] = [];
  /** The newest look; what an older one began is left off. */
  #look = 0;

  constructor(parts: CompactorParts<Pad>) {
    this.#parts = parts;
    this.#stopListening = parts.runner.subscribe(() => this.#changed());
    this.#changed();
  }

  stop(): void {
    this.#stopListening();
    this.#forget();
  }

  #changed(): void {
    const { transcript, overlays } = this.#parts.runner.snapshot;
    if (overlays !== this.#overlays) this.#forget();
    this.#overlays = overlays;
    const isLittle = Math.abs(transcript.length - this.#length) < MANY_ENTRIES;
    if (isLittle || transcript.log.unloaded > 0) return;
    this.#length = transcript.length;
    this.#look += 1;
    const look = this.#look;
    const goOn = () => this.#look === look;
    // Whoever makes the context meets with the same trouble, and says so.
    inBackground(this.#reading(), { clock: this.#parts.clock, goOn }).catch(() => undefined);
  }

  *#reading(): Steps<void> {
    const { planner, runner, summarizer } = this.#parts;
    yield* planner.layingOut();
    if (!planner.isOverBudget()) return;
    const { transcript, overlays } = runner.snapshot;
    const { segments } = viewOf(transcript, overlays, planner.measurer);
    for (const segment of segments) {
      if (this.#kept.length >= MOST_ENTRIES) return;
      const members = segment.kind === 'unit' ? segment.members : [];
      const entries = members.flatMap((member) => (isWhole(member) ? member.entry : []));
      for (const source of yield* sourcesOf(entries, noOverlays())) {
        yield* readingValuesAhead(source);
        // A model that is asked for the summary reads the messages themselves.
        if (!summarizer) yield* readingPointsAhead(source);
        const { message } = transcript.log.at(source.seq);
        keepAhead(message, source);
        this.#kept.push(message);
      }
    }
  }

  #forget(): void {
    this.#look += 1;
    for (const message of this.#kept) forgetAhead(message);
    this.#kept = [];
  }
}

/** A message that was cut leaves as what is left of it, which is not what was read ahead. */
function isWhole(member: ViewEntry | ViewRepair): member is ViewEntry {
  return member.kind === 'entry' && !member.overlay;
}
