import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import type { EvictionPolicy } from '../../compaction/policies/eviction-policy.ts';
import type { StageNotes } from '../../compaction/stage.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import type { LiveHosts } from '../../live/live-placement.ts';
import type { LiveSection } from '../../live/live-section.ts';
import type { Notes } from '../../live/notes/notes.ts';
import { notesSection } from '../../live/notes/notes-section.ts';
import { scratchpadSection } from '../../live/scratchpad/scratchpad-section.ts';
import { headedScratchpadText } from '../../live/scratchpad/scratchpad-text.ts';
import type { Message } from '../../message/message.ts';
import type { ArchiveSections } from '../../plan/archive-sections.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import type { Decision } from '../../plan/decision.ts';
import { explainEntry } from '../../plan/explain.ts';
import type { FixedContext, PlanInput } from '../../plan/make-plan.ts';
import { makingBody } from '../../plan/plan-without-live.ts';
import { NO_ARCHIVE_SECTIONS } from '../../plan/with-archive-sections.ts';
import { systemMessage } from '../../state/open-session.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import type { PartHandle } from '../../store/stored-part.ts';
import type { TokenBudget } from '../../tokens/budget/token-budget.ts';
import { estimatingCounter } from '../../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../../tokens/measurer.ts';
import type { Overlays } from '../../view/overlay.ts';
import { layingOut, viewOf } from '../../view/view.ts';
import type { AttachedFeatures } from '../attached-features.ts';
import type { SessionParts } from '../session-parts.ts';
import type { EffectRunner } from '../store/effect-runner.ts';
import { explainedPlan } from './explained-plan.ts';
import type { Policies } from './policies.ts';

/** The objects of a session that its planner reads. */
export interface PlannerParts {
  readonly parts: Pick<
    SessionParts<unknown>,
    'livePlacement' | 'summarizer' | 'toolsText' | 'measurer' | 'tokenCounter' | 'settings'
  >;
  readonly runner: Pick<EffectRunner<unknown>, 'snapshot'>;
  readonly features: AttachedFeatures;
  readonly notes: Pick<PartHandle<Notes>, 'get'>;
  readonly policies: Policies;
}

/** Everything that a plan depends on and that may change. */
interface PlanKey {
  readonly snapshot: SessionSnapshot<unknown>;
  readonly measurer: Measurer;
  /** The code of the archive tier, and each section with its revision. */
  readonly sections: readonly unknown[];
}

/**
 * Plans the context of one session as it stands. A plan is made once for what it depends on: while
 * nothing changes, the same object comes back.
 */
export class Planner {
  readonly #session: PlannerParts;
  readonly #tools: Message | undefined;
  /** By where live text may stand: contexts of different formats may be under way. */
  readonly #known = new Map<LiveHosts, ContextPlan>();
  readonly #keys = new WeakMap<ContextPlan, PlanKey>();
  #measurer: Measurer;
  #fixed: { readonly key: readonly unknown[]; readonly fixed: FixedContext } | undefined;

  constructor(session: PlannerParts) {
    const { measurer, tokenCounter, settings, toolsText } = session.parts;
    this.#session = session;
    this.#measurer = measurer ?? createMeasurer(tokenCounter ?? estimatingCounter, settings.model);
    this.#tools = systemMessage(toolsText);
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
    const { snapshot } = this;
    const measurer = this.#measurer;
    const sections = this.#sectionKey();
    const known = this.#known.get(liveHosts);
    const key = known && this.#keys.get(known);
    const isCurrent =
      key?.measurer === measurer &&
      isSameSession(key.snapshot, snapshot) &&
      isSameList(key.sections, sections);
    const plan = known && isCurrent ? known : this.planOf(snapshot, liveHosts);
    if (key?.snapshot !== snapshot || !isCurrent) {
      this.#known.set(liveHosts, plan);
      this.#keys.set(plan, { snapshot, measurer, sections });
    }
    return plan;
  }

  /** Tells whether the session is still as it was when a plan was made, its live sections apart. */
  isOfSession(plan: ContextPlan): boolean {
    const key = this.#keys.get(plan);
    return key?.measurer === this.#measurer && isSameSession(key.snapshot, this.snapshot);
  }

  /** Lays the view out in steps, so that a plan of a long conversation does not do it in one go. */
  *layingOut(): Steps<void> {
    for (;;) {
      const { transcript, overlays } = this.snapshot;
      const { measurements } = transcript.log;
      const measurer = this.#measurer;
      yield* layingOut(transcript, overlays, measurer);
      const now = this.snapshot;
      if (now.overlays !== overlays || now.transcript.log !== transcript.log) continue;
      if (this.#measurer !== measurer || transcript.log.measurements !== measurements) continue;
      if (!this.isOverBudget()) yield* makingBody(this.#input(now, 'any'));
      return;
    }
  }

  /** Whether what would be sent does not fit, live state apart. */
  isOverBudget(snapshot = this.snapshot): boolean {
    const view = viewOf(snapshot.transcript, snapshot.overlays, this.#measurer);
    return this.fixedTokens(snapshot) + view.tokens > this.budget(snapshot).inputTokens;
  }

  /** The plan as it would be after a compaction, for the format of the last context. */
  planUnder(overlays: Overlays, record: CompactionRecord): ContextPlan {
    const { snapshot } = this;
    const compactions = [...snapshot.compactions, record];
    const after = { ...snapshot, overlays, compactions };
    return this.planOf(after, after.assembled?.liveHosts ?? 'any');
  }

  /** Why an entry is where it is; `undefined` for an unknown id. */
  explain(entryId: string, plan = this.planFor('any')): Decision | undefined {
    return explainEntry(plan, this.snapshot, entryId);
  }

  /** The budget as the provider's reports correct it. */
  budget({ corrected, budget } = this.snapshot): TokenBudget {
    return corrected ?? budget;
  }

  /** Tokens of the system text, the tools and the sections of the archive tier. */
  fixedTokens(snapshot = this.snapshot): number {
    return tokensOf(this.#fixedOf(snapshot)) + this.#archive(snapshot).tokens;
  }

  /** The policy of the settings as they stand. */
  policy(): EvictionPolicy {
    return this.#session.policies.of(this.snapshot);
  }

  /**
   * The scratchpad as the model reads it, with what features have noted, and what they cover; absent
   * where neither says anything. Notes that cover nothing go with those that do.
   */
  notes(): StageNotes | undefined {
    const { scratchpad, scratchpadAtLength } = this.snapshot;
    const own = { text: headedScratchpadText(scratchpad), coversToSeq: scratchpadAtLength };
    const all = [own, ...this.#session.features.stageNotes()].filter(({ text }) => text !== '');
    if (all.length === 0) return undefined;
    const coversToSeq = Math.max(...all.map((notes) => notes.coversToSeq));
    return { text: all.map(({ text }) => text).join('\n'), coversToSeq };
  }

  get snapshot(): SessionSnapshot<unknown> {
    return this.#session.runner.snapshot;
  }

  /** The plan of a session as it might be. */
  planOf(
    snapshot: SessionSnapshot<unknown>,
    liveHosts: LiveHosts,
    policy = this.policy(),
  ): ContextPlan {
    const hasSummarizer = this.#session.parts.summarizer !== undefined;
    const asking = { policy, hasSummarizer };
    return explainedPlan(this.#input(snapshot, liveHosts), snapshot, asking);
  }

  #input(snapshot: SessionSnapshot<unknown>, liveHosts: LiveHosts): PlanInput {
    return {
      sessionId: snapshot.id,
      transcript: snapshot.transcript,
      overlays: snapshot.overlays,
      budget: this.budget(snapshot),
      sections: [scratchpadSection(snapshot.scratchpad), ...this.#liveSections()],
      archive: this.#archive(snapshot),
      degraded: snapshot.degraded,
      fixed: this.#fixedOf(snapshot),
      measurer: this.#measurer,
      placement: this.#session.parts.livePlacement,
      liveHosts,
    };
  }

  /** The sections of the live tier behind the scratchpad, as they stand at the moment. */
  #liveSections(): readonly LiveSection[] {
    const { notes, features } = this.#session;
    return [notesSection(notes.get()), ...features.sections];
  }

  #sectionKey(): readonly unknown[] {
    const { features } = this.#session;
    const key: unknown[] = [features.archiveCode()];
    for (const section of features.archiveSections) key.push(section, revisionOf(section));
    for (const section of this.#liveSections()) key.push(section, revisionOf(section));
    return key;
  }

  #archive(snapshot: SessionSnapshot<unknown>): ArchiveSections {
    const { archiveSections: sections, archiveCode } = this.#session.features;
    if (sections.length === 0) return NO_ARCHIVE_SECTIONS;
    const { transcript } = snapshot;
    const { inputTokens } = this.budget(snapshot);
    const fixedTokens = tokensOf(this.#fixedOf(snapshot));
    const room = { inputTokens, fixedTokens, measurer: this.#measurer };
    return archiveCode()?.({ sections, transcript, ...room }) ?? NO_ARCHIVE_SECTIONS;
  }

  #fixedOf({ system }: SessionSnapshot<unknown>): FixedContext {
    const measurer = this.#measurer;
    const key = [system, measurer];
    if (this.#fixed && isSameList(this.#fixed.key, key)) return this.#fixed.fixed;
    const measured = (message: Message) => ({ message, tokens: measurer.message(message) });
    const fixed = {
      ...(system && { system: measured(system) }),
      ...(this.#tools && { tools: measured(this.#tools) }),
    };
    this.#fixed = { key, fixed };
    return fixed;
  }
}

function tokensOf({ system, tools }: FixedContext): number {
  return (system?.tokens.value ?? 0) + (tools?.tokens.value ?? 0);
}

/** The fields of a snapshot that a plan depends on. */
const PLANNED = [
  'transcript',
  'overlays',
  'compactions',
  'useless',
  'scratchpad',
  'degraded',
  'budget',
  'rules',
  'policyIndex',
  'ledger',
  'corrected',
  'system',
] as const satisfies readonly (keyof SessionSnapshot<unknown>)[];

function isSameSession(a: SessionSnapshot<unknown>, b: SessionSnapshot<unknown>): boolean {
  return a === b || PLANNED.every((field) => a[field] === b[field]);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
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
