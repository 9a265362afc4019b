import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { StageNotes } from '../compaction/stage.ts';
import { heldSection } from '../live/held-section.ts';
import type { LiveHosts } from '../live/live-hosts.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import type { Message } from '../message/message.ts';
import type { ArchiveSections, archiveSectionsOf } from '../plan/archive-sections.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { Decision } from '../plan/decision.ts';
import { explainEntry } from '../plan/explain.ts';
import type { FixedContext, PlanInput } from '../plan/make-plan.ts';
import { makingBody } from '../plan/plan-without-live.ts';
import { NO_ARCHIVE_SECTIONS } from '../plan/with-archive-sections.ts';
import type { Steps } from '../platform/steps.ts';
import { headedScratchpadText } from '../scratchpad/scratchpad-text.ts';
import { systemMessage } from '../state/open-session.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Overlays } from '../view/overlay.ts';
import { layingOut, viewOf } from '../view/view.ts';
import type { Behaviours } from './behaviours.ts';
import { explainedPlan, type PlanSurroundings, planInput } from './explained-plan.ts';

/** The parts of a session that its planner keeps. */
export interface PlannerParts {
  readonly behaviours: Behaviours;
  readonly placement: LivePlacement;
  /** True if a model would be asked for a summary. */
  readonly hasSummarizer: boolean;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  readonly measurer: Measurer;
  /** The session as it stands at the moment. */
  snapshot(): SessionSnapshot<unknown>;
  /** Sections of the live tier behind the scratchpad, as they stand at the moment. */
  sections(): readonly LiveSection[];
  /** Sections of the archive tier. */
  readonly archiveSections: readonly LiveSection[];
  /** Makes items of them; absent until it was fetched, and then there are none. */
  archiveCode(): typeof archiveSectionsOf | undefined;
  /** Notes of features that can stand for what they speak of, beside the scratchpad [CMP-1]. */
  stageNotes(): readonly StageNotes[];
}

/**
 * Plans the context of one session as it stands. A plan is made once for what it depends on: while
 * nothing changes, the same object comes back.
 */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #tools: Message | undefined;
  /** By where live text may stand: contexts of different formats may be under way. */
  readonly #known = new Map<LiveHosts, { readonly key: readonly unknown[]; plan: ContextPlan }>();
  readonly #keys = new WeakMap<ContextPlan, readonly unknown[]>();
  #measurer: Measurer;
  #held:
    | { readonly lastUserSeq: number | undefined; readonly sections: readonly LiveSection[] }
    | undefined;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
    this.#measurer = parts.measurer;
    this.#tools = systemMessage(parts.toolsText);
  }

  /** The measurer in use: an estimating one until exact counts are there. */
  get measurer(): Measurer {
    return this.#measurer;
  }

  measureWith(measurer: Measurer): void {
    this.#measurer = measurer;
  }

  /** The plan of what stands now, for formats whose live text may stand there. */
  planFor(liveHosts: LiveHosts): ContextPlan {
    const snapshot = this.#parts.snapshot();
    const key = this.#keyOf(snapshot);
    const known = this.#known.get(liveHosts);
    if (known && isSameKey(known.key, key)) return known.plan;
    const plan = explainedPlan(snapshot, this.#surroundings(snapshot, liveHosts));
    this.#known.set(liveHosts, { key, plan });
    this.#keys.set(plan, key);
    return plan;
  }

  /** Tells whether the session is still as it was when a plan was made, its live sections apart. */
  isOfSession(plan: ContextPlan): boolean {
    const key = this.#keys.get(plan);
    return this.#sessionKey(this.#parts.snapshot()).every((part, index) => part === key?.[index]);
  }

  /** Lays the view out in steps, so that a plan of a long conversation does not do it in one go. */
  *layingOut(): Steps<void> {
    for (;;) {
      const { transcript, overlays } = this.#parts.snapshot();
      const { measurements } = transcript.log;
      const measurer = this.#measurer;
      yield* layingOut(transcript, overlays, measurer);
      const now = this.#parts.snapshot();
      if (now.overlays !== overlays || now.transcript.log !== transcript.log) continue;
      if (this.#measurer !== measurer || transcript.log.measurements !== measurements) continue;
      if (!this.isOverBudget()) yield* makingBody(this.#input('any'));
      return;
    }
  }

  /** Whether what would be sent does not fit, live state apart. */
  isOverBudget(): boolean {
    const { transcript, overlays } = this.#parts.snapshot();
    const view = viewOf(transcript, overlays, this.#measurer);
    return this.fixedTokens() + view.tokens > this.budget().inputTokens;
  }

  /** The plan as it would be after a compaction, for the format of the last context. */
  planUnder(overlays: Overlays, record: CompactionRecord): ContextPlan {
    const snapshot = this.#parts.snapshot();
    const compactions = [...snapshot.compactions, record];
    const after = { ...snapshot, overlays, compactions };
    return explainedPlan(after, this.#surroundings(after, after.assembled?.liveHosts ?? 'any'));
  }

  /** Why an entry is where it is; `undefined` for an unknown id. */
  explain(entryId: string, plan = this.planFor('any')): Decision | undefined {
    return explainEntry(plan, this.#input('any'), entryId);
  }

  /** The budget as the provider's reports correct it. */
  budget(): TokenBudget {
    const { corrected, budget } = this.#parts.snapshot();
    return corrected ?? budget;
  }

  /** Tokens of the system text, the tools and the sections of the archive tier. */
  fixedTokens(): number {
    const snapshot = this.#parts.snapshot();
    return tokensOf(this.#fixed(snapshot)) + this.#archive(snapshot).tokens;
  }

  /**
   * The scratchpad as the model reads it, with what features have noted, and what they cover; absent
   * where neither says anything. Notes that cover nothing go with those that do.
   */
  notes(): StageNotes | undefined {
    const { scratchpad, scratchpadAtLength } = this.#parts.snapshot();
    const own = { text: headedScratchpadText(scratchpad), coversToSeq: scratchpadAtLength };
    const all = [own, ...this.#parts.stageNotes()].filter(({ text }) => text !== '');
    if (all.length === 0) return undefined;
    const coversToSeq = Math.max(...all.map((notes) => notes.coversToSeq));
    return { text: all.map(({ text }) => text).join('\n'), coversToSeq };
  }

  /** Everything that a plan depends on and that may change. */
  #keyOf(snapshot: SessionSnapshot<unknown>): readonly unknown[] {
    return [
      ...this.#sessionKey(snapshot),
      this.#parts.archiveCode(),
      ...[...this.#parts.archiveSections, ...this.#parts.sections()].flatMap((section) => [
        section,
        revisionOf(section),
      ]),
    ];
  }

  #sessionKey(snapshot: SessionSnapshot<unknown>): readonly unknown[] {
    return [
      snapshot.transcript,
      snapshot.overlays,
      snapshot.compactions,
      snapshot.useless,
      snapshot.scratchpad,
      snapshot.degraded,
      snapshot.budget,
      snapshot.rules,
      snapshot.behaviour,
      snapshot.ledger,
      snapshot.corrected,
      snapshot.system,
      this.#measurer,
    ];
  }

  #input(liveHosts: LiveHosts): PlanInput {
    const snapshot = this.#parts.snapshot();
    return planInput(snapshot, this.#surroundings(snapshot, liveHosts));
  }

  #surroundings(snapshot: SessionSnapshot<unknown>, liveHosts: LiveHosts): PlanSurroundings {
    const { placement, hasSummarizer, behaviours } = this.#parts;
    const sections = this.#parts.sections();
    return {
      fixed: this.#fixed(snapshot),
      measurer: this.#measurer,
      placement,
      liveHosts,
      hasSummarizer,
      behaviour: behaviours.of(snapshot),
      archive: this.#archive(snapshot),
      sections,
      runStartSections: placement === 'run-start' ? this.#heldFor(snapshot, sections) : [],
    };
  }

  /** The sections as they were when this was first asked for in a run. */
  #heldFor(
    { transcript }: SessionSnapshot<unknown>,
    sections: readonly LiveSection[],
  ): readonly LiveSection[] {
    const { lastUserSeq } = transcript;
    const known = this.#held;
    if (known && known.lastUserSeq === lastUserSeq) return known.sections;
    const held = sections.map(heldSection);
    this.#held = { lastUserSeq, sections: held };
    return held;
  }

  #archive(snapshot: SessionSnapshot<unknown>): ArchiveSections {
    const { archiveSections: sections, archiveCode } = this.#parts;
    const { transcript, corrected, budget } = snapshot;
    const { inputTokens } = corrected ?? budget;
    const fixedTokens = tokensOf(this.#fixed(snapshot));
    const room = { inputTokens, fixedTokens, measurer: this.#measurer };
    return archiveCode()?.({ sections, transcript, ...room }) ?? NO_ARCHIVE_SECTIONS;
  }

  #fixed({ system }: SessionSnapshot<unknown>): FixedContext {
    const measured = (message: Message) => ({ message, tokens: this.#measurer.message(message) });
    return {
      ...(system && { system: measured(system) }),
      ...(this.#tools && { tools: measured(this.#tools) }),
    };
  }
}

function tokensOf({ system, tools }: FixedContext): number {
  return (system?.tokens.value ?? 0) + (tools?.tokens.value ?? 0);
}

function isSameKey(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => Object.is(part, b[index]));
}

/** A section that cannot say its revision is left out by the plan, which says so. */
function revisionOf(section: LiveSection): unknown {
  try {
    return section.revision();
  } catch {
    return FAILED;
  }
}

const FAILED = Symbol('failed');
