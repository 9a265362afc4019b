import type { BreakerState, StoredPart } from '@agent-memory/core';
import { shape } from '@agent-memory/core/internal';
import type { Checkpoint } from './checkpoint.ts';

/**
 * PERSISTED: a checkpoint after a step. `pad` is the number of the scratchpad that stood, which is stored
 * once however many checkpoints follow it; absent while the scratchpad was the one that a session begins with.
 */
export interface StoredStep
  extends Omit<Checkpoint, 'id' | 'name' | 'kind' | 'scratchpad' | 'breaker'> {
  /** From 0, without gaps over the life of the session. */
  readonly number: number;
  readonly kind: 'tool_result' | 'reply';
  readonly pad?: number;
  /** Absent while nothing has failed. */
  readonly breaker?: BreakerState;
}

/** PERSISTED: a scratchpad that checkpoints speak of. */
export interface StoredPad {
  readonly number: number;
  readonly pad: unknown;
}

/** PERSISTED: a milestone; there are few, so each has its scratchpad in it. */
export interface StoredMilestone extends Omit<Checkpoint, 'id' | 'kind'> {
  readonly number: number;
  readonly name: string;
}

/** How long a checkpoint can be gone back to. */
export const LIFE_MS = 86_400_000;
/** The newest so many checkpoints after steps are kept. */
const MOST_STEPS = 100;
/** So many milestones are kept. */
export const MOST_MILESTONES = 50;

const breaker = shape.fields({
  status: shape.oneOf('closed', 'open', 'half-open'),
  failures: shape.whole,
  openedAtMs: shape.optional(shape.amount),
});
const common = {
  number: shape.whole,
  step: shape.whole,
  atMs: shape.time,
  overlayVersion: shape.whole,
  historyIndex: shape.whole,
  call: shape.whole,
};
const stepShape = shape.fields({
  ...common,
  kind: shape.oneOf('tool_result', 'reply'),
  entryId: shape.name,
  pad: shape.optional(shape.whole),
  breaker: shape.optional(breaker),
});
const padShape = shape.fields({ number: shape.whole, pad: shape.anything });
const milestoneShape = shape.fields({
  ...common,
  entryId: shape.nameOrNull,
  name: shape.text,
  scratchpad: shape.anything,
  breaker,
});

/**
 * Slots in which checkpoints are kept, each written when its turn comes again: a step writes one small part,
 * however many there are. PERSISTED: other names are other parts.
 */
export function stepSlots(): readonly StoredPart<StoredStep | undefined>[] {
  return slots('checkpoints/step', stepShape);
}

/** The slots of their scratchpads: as many, for each checkpoint brings one at most. */
export function padSlots(): readonly StoredPart<StoredPad | undefined>[] {
  return slots('checkpoints/pad', padShape);
}

/** PERSISTED: the part of a session that holds its milestones, oldest first. */
export const MILESTONES: StoredPart<readonly StoredMilestone[]> = {
  name: 'checkpoints/milestones',
  initial: [],
  read(value) {
    if (!Array.isArray(value)) throw new TypeError('it is no list of milestones');
    for (const item of value) checkShape(item, milestoneShape);
    return value;
  },
};

function slots<Value>(
  prefix: string,
  expected: shape.Shape,
): readonly StoredPart<Value | undefined>[] {
  return Array.from({ length: MOST_STEPS }, (_, slot) => ({
    name: `${prefix}/${slot}`,
    initial: undefined,
    read(value: unknown) {
      checkShape(value, expected);
      return value as Value;
    },
  }));
}

function checkShape(value: unknown, expected: shape.Shape): void {
  const fault = expected(value, 'checkpoint');
  if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
}
