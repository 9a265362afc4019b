import {
  amount,
  anything,
  fields,
  name,
  nameOrNull,
  oneOf,
  optional,
  type Shape,
  text,
  time,
  whole,
} from '../message/shape.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { StoredPart } from '../storage/stored-part.ts';
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

/** So many milestones are kept. */
export const MOST_MILESTONES = 50;

const breaker = fields({
  status: oneOf('closed', 'open', 'half-open'),
  failures: whole,
  openedAtMs: optional(amount),
});
const common = {
  number: whole,
  step: whole,
  atMs: time,
  overlayVersion: whole,
  historyIndex: whole,
  call: whole,
};
const stepShape = fields({
  ...common,
  kind: oneOf('tool_result', 'reply'),
  entryId: name,
  pad: optional(whole),
  breaker: optional(breaker),
});
const padShape = fields({ number: whole, pad: anything });
const milestoneShape = fields({
  ...common,
  entryId: nameOrNull,
  name: text,
  scratchpad: anything,
  breaker,
});

/**
 * Slots in which checkpoints are kept, each written when its turn comes again: a step writes one small part,
 * however many there are. PERSISTED: other names are other parts.
 */
export function stepSlots(count: number): readonly StoredPart<StoredStep | undefined>[] {
  return slots('checkpoints/step', count, stepShape);
}

/** The slots of their scratchpads: as many, for each checkpoint brings one at most. */
export function padSlots(count: number): readonly StoredPart<StoredPad | undefined>[] {
  return slots('checkpoints/pad', count, padShape);
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
  count: number,
  shape: Shape,
): readonly StoredPart<Value | undefined>[] {
  return Array.from({ length: count }, (_, slot) => ({
    name: `${prefix}/${slot}`,
    initial: undefined,
    read(value: unknown) {
      checkShape(value, shape);
      return value as Value;
    },
  }));
}

function checkShape(value: unknown, shape: Shape): void {
  const fault = shape(value, 'checkpoint');
  if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
}
