import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { StageNotes } from '../compaction/stage.ts';
import type { ModelCall } from '../condense/model-call.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import type { Clock } from '../ground/platform/clock.ts';
import type { LiveSection } from '../live/live-section.ts';
import type { TextCheck } from '../live/refuse-held.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { MemoryEventBody } from '../state/events/memory-event.ts';
import type { PartHandle, StoredPart } from '../store/stored-part.ts';
import type { Entry } from '../transcript/entry.ts';

/**
 * Something that plugs into a memory: a value that the caller imports, from this library's subpaths or
 * from anywhere else, and hands in as one of `features`. Without it no byte of it loads.
 *
 * @example
 * const visits: StoredPart<number> = { name: 'my-app/visits', initial: 0, read: (value) => Number(value) };
 * const visitCounter: MemoryFeature = {
 *   name: 'visit-counter',
 *   attach(host) {
 *     const part = host.part(visits);
 *     return {
 *       liveSections: [
 *         {
 *           id: 'visits',
 *           kind: 'notes',
 *           share: 0.01,
 *           lead: 'How often the user was here',
 *           revision: () => part.get(),
 *           render: () => ({ text: String(part.get()) }),
 *         },
 *       ],
 *     };
 *   },
 * };
 * createAgentMemory({ id: 'support', contextWindow: 128_000, features: [visitCounter] });
 */
export interface MemoryFeature {
  /** Names the feature in errors; unique among the features of a memory. */
  readonly name: string;
  /** Called once, when the memory is made. It starts nothing, because a memory that is never used does nothing. */
  attach(host: FeatureHost): FeatureSlots | undefined;
}

/** A session beside its conversation, as it stands at one moment. */
export interface SessionStanding {
  /** The stored session was read, all of it; until then there is nothing in it for a feature. */
  readonly isLoaded: boolean;
  /** The entry that the conversation ends with; `null` where there is none. */
  readonly headId: string | null;
  readonly scratchpad: unknown;
  readonly breaker: BreakerState;
  /** How often the overlays changed since the session began. */
  readonly overlayVersion: number;
  /** Index that the next record of the history will have. */
  readonly historyIndex: number;
  /** Contexts that were assembled since the session began. */
  readonly call: number;
  /** The plan of the last of them, and the last compaction, an undo too; absent before the first. */
  readonly plan: ContextPlan | undefined;
  readonly compaction: CompactionRecord | undefined;
}

/** Calls of models that a feature makes in the background: within the memory's limit on spending [MOD-7]. */
export interface BackgroundCalls {
  /** Whether a call may begin. Where none may, the state says so; work that would make one is not started. */
  mayBegin(): boolean;
  /** Counts a call that begins now; `false` where it may not. */
  begin(): boolean;
  /** Takes a call that is over into `state.models`; one that began is told once. */
  told(call: Partial<ModelCall>, model: string): void;
}

/** The part of a memory that a feature attached to it may use. */
export interface FeatureHost {
  readonly sessionId: string;
  /** A named part of the session's stored state, read and checked when the session is loaded. */
  part<Value>(definition: StoredPart<Value>): PartHandle<Value>;
  /** Tells listeners of an event of the feature's own, declared in `MemoryEventMap`. */
  emit(event: MemoryEventBody): void;
  /** A section gives another text from now on: anyone who shows the plan asks for it again. */
  sectionChanged(sectionId: string): void;
  /** Entries of the conversation, oldest first; none before all of the session is loaded. `toSeq` is exclusive. */
  entries(fromSeq?: number, toSeq?: number): readonly Entry[];
  /** One entry, on whichever branch. */
  entry(entryId: string): Entry | undefined;
  /** Everything that stands beside the conversation now. */
  standing(): SessionStanding;
  /** Calls a listener after each change of the session's state; gives the function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * Resolves when the session knows what other tabs have stored of it so far: work that is to be done once
   * looks here whether another tab has done it [NS-2]. Never rejects; what cannot be read is among the
   * degradations.
   */
  upToDate(): Promise<void>;
  /** @throws CodeUnavailableError if their code cannot be fetched. */
  backgroundCalls(): Promise<BackgroundCalls>;
  readonly clock: Clock;
}

/** The conversation as it stands right before a context is made of it. */
export interface ContextAhead {
  /** The message being answered; absent before the first one. */
  readonly lastUser?: Entry;
  /** The entry right before it: what it may refer to. */
  readonly before?: Entry;
  /** Aborts when nobody waits for the context any more, and after five seconds. */
  readonly signal: AbortSignalLike;
}

/** The contributions of a feature to a memory. */
export interface FeatureSlots {
  /** Sections of the live tier, behind the scratchpad and the notes [TIER-4]. */
  readonly liveSections?: readonly LiveSection[];
  /**
   * Sections of the archive tier, behind the system text [TIER-2]. An implementer owes, besides what
   * `LiveSection` says, a text that changes at the start of a session and when `compacted` is called, and
   * at no other time: whatever stands behind it is read again by the provider when it does. One that finds
   * no room beside the messages that cannot leave is withheld.
   */
  readonly archiveSections?: readonly LiveSection[];
  /**
   * Called before a compaction looks for what may leave, and waited for: the place to read what is not
   * yet known elsewhere [CMP-9]. Where it throws, rejects or takes longer than fifteen seconds, the
   * compaction continues, and `FEATURE_FAILED` among the degradations says why; the originals stay in the
   * transcript in any case.
   */
  beforeLeaving?(leaving: { readonly signal: AbortSignalLike }): void | Promise<void>;
  /**
   * The model has the tools `recall` and `search_session`, as `sessionRuns` gives them: markers of what
   * left or was shortened name the call that brings it back [CMP-9]. Default: false.
   */
  readonly canRecall?: boolean;
  /** Notes that may stand for messages which leave, together with the scratchpad [CMP-1]. */
  stageNotes?(): StageNotes | undefined;
  /**
   * It reads no messages but those that `prepare` is given: then a long session need not be loaded
   * whole before it is `ready` [STO-9]. Default: false.
   */
  readonly readsNewestOnly?: boolean;
  /**
   * Looks at what is new in the scratchpad, the notes or the `sent` texts of a part, before it is kept: it would be
   * sent with every call [GRD-1]. Gives sentences that say why it must not be, or `undefined`; then, or where
   * it throws, nothing changes. A function that several features have in common is asked once.
   */
  readonly checkText?: TextCheck;
  /** Called when a compaction was made or taken back, before the next context. */
  compacted?(): void;
  /**
   * Called by each `assemble` before the context is made, and waited for: the place for work that a
   * section needs, such as a search for what it is to say. Where it throws, rejects or takes longer than
   * five seconds, the context is made of what there is, and `FEATURE_FAILED` among the plan's
   * degradations says why.
   */
  prepare?(ahead: ContextAhead): void | Promise<void>;
  /** Called when the memory is disposed. */
  dispose?(): void;
}
