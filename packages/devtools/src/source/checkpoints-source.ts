import type {
  BranchedSession,
  Checkpoint,
  MemoryCheckpoints,
  OpenCall,
  Resumption,
} from '@agent-memory/agent';
import type { MemoryEvent } from '@agent-memory/core';
import type { Answer, InspectableMemory } from './inspectable-memory.ts';

/**
 * The part of a session's checkpoints that the panel uses. It reads; `branchFrom` is called only when a
 * person has confirmed it.
 */
export type InspectableCheckpoints = Pick<MemoryCheckpoints, 'list' | 'resume' | 'branchFrom'>;

/** A checkpoint without the scratchpad that it keeps. */
export interface CheckpointFacts
  extends Pick<Checkpoint, 'id' | 'kind' | 'name' | 'step' | 'atMs' | 'overlayVersion' | 'call'> {
  /** Place of the message that the conversation ended with; absent before the first one. */
  readonly seq?: number;
  /** The conversation, as it stands, leads through it. */
  readonly isOnPath: boolean;
}

/** A call of a tool without its arguments. */
export type OpenCallFacts = Pick<OpenCall, 'callId' | 'toolName' | 'entryId' | 'isKnown'>;

/** How the session would continue after an interruption. */
export interface ResumptionFacts {
  readonly next: Resumption['next'];
  readonly checkpointId?: string;
  readonly pending: readonly OpenCallFacts[];
  readonly inDoubt: readonly OpenCallFacts[];
}

/** A session that went back to a checkpoint. */
export interface BranchFacts {
  readonly checkpointId: string;
  readonly settings: BranchedSession['settings'];
  readonly resumption: ResumptionFacts;
}

/** The checkpoints of the session. An implementation owes what `DevtoolsSource` owes. */
export interface CheckpointsSource {
  /** Calls the listener when checkpoints, or the way the session would continue, may be others than before. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Checkpoints that can be gone back to, oldest first. */
  readonly list: () => Answer<readonly CheckpointFacts[]>;
  /** How the session would continue now; nothing is run. */
  readonly resumption: () => Promise<ResumptionFacts>;
  /** Goes back to a checkpoint; rejects with the reason where it cannot. */
  readonly branchFrom: (checkpointId: string) => Promise<BranchFacts>;
  /** Milliseconds since 1970: times are told from here. */
  readonly nowMs: () => number;
}

/** The part of a memory that its checkpoints are followed by. */
type CheckpointsHost = Pick<InspectableMemory, 'onEvent' | 'entries' | 'entry'>;

const CHANGES: ReadonlySet<MemoryEvent['type']> = new Set([
  'session-load',
  'entry-append',
  'head-move',
  'part-update',
]);

/** The checkpoints of a memory of the same page as a source. */
export function checkpointsSource(
  memory: CheckpointsHost,
  checkpoints: InspectableCheckpoints,
  nowMs: () => number,
): CheckpointsSource {
  return {
    subscribe: (listener) => memory.onEvent(({ type }) => CHANGES.has(type) && listener()),
    list: () => checkpoints.list().map((checkpoint) => checkpointFacts(memory, checkpoint)),
    resumption: async () => resumptionFacts(await checkpoints.resume()),
    branchFrom: async (checkpointId) => {
      const { settings, resumption } = await checkpoints.branchFrom(checkpointId);
      return { checkpointId, settings, resumption: resumptionFacts(resumption) };
    },
    nowMs,
  };
}

function checkpointFacts(
  memory: CheckpointsHost,
  { entryId, scratchpad: _, breaker: __, historyIndex: ___, ...facts }: Checkpoint,
): CheckpointFacts {
  const seq = entryId === null ? undefined : memory.entry(entryId)?.seq;
  if (seq === undefined) return { ...facts, isOnPath: entryId === null };
  const [here] = memory.entries({ fromSeq: seq, toSeq: seq + 1 });
  return { ...facts, seq, isOnPath: here?.id === entryId };
}

function resumptionFacts({ next, checkpoint, pending, inDoubt }: Resumption): ResumptionFacts {
  return {
    next,
    ...(checkpoint && { checkpointId: checkpoint.id }),
    pending: pending.map(callFacts),
    inDoubt: inDoubt.map(callFacts),
  };
}

function callFacts({ callId, toolName, entryId, isKnown }: OpenCall): OpenCallFacts {
  return { callId, toolName, entryId, ...(isKnown && { isKnown }) };
}
