import { checkOption } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { MemoryFeature } from '../session/feature.ts';
import { BEGUN_CALLS } from './begun-calls.ts';
import { checkMemory } from './check-memory.ts';
import { MILESTONES, padSlots, stepSlots } from './checkpoint-parts.ts';
import { type CheckpointsMemory, MemoryCheckpoints } from './memory-checkpoints.ts';
import { type CheckpointGranularity, StepKeeper } from './step-keeper.ts';

export type { CheckpointGranularity } from './step-keeper.ts';

/** How checkpoints are made and kept; every field may be left out. */
export interface SessionCheckpointsOptions {
  /**
   * `step`: after every result of a tool and every reply. `reply`: after every reply. `run`: when the user
   * asks for the next thing. None is made ahead of the third step of a session. Default: `step`.
   */
  readonly granularity?: CheckpointGranularity;
  /** How long a checkpoint can be gone back to, in milliseconds. Default: 86,400,000 (24 hours). */
  readonly ttlMs?: number;
  /** The newest so many are kept, from 1 to 200; milestones apart, of which there are 50. Default: 100. */
  readonly limit?: number;
}

/** Checkpoints of sessions as a feature of a memory. */
export interface SessionCheckpoints {
  /** For the option `features`. */
  readonly feature: MemoryFeature;
  /**
   * The checkpoints of a memory that was made with this feature. The same object for the same memory.
   * @throws InvalidOptionError if it is no memory.
   */
  of(memory: CheckpointsMemory): MemoryCheckpoints;
}

const OPTIONS = {
  granularity: true,
  ttlMs: true,
  limit: true,
} as const satisfies KnownNames<SessionCheckpointsOptions>;

const GRANULARITIES: readonly CheckpointGranularity[] = ['step', 'reply', 'run'];
const DAY_MS = 86_400_000;
const LIMIT = 100;
const HIGHEST_LIMIT = 200;

/**
 * Checkpoints after every significant step, and calls of tools that are never run twice: a session that
 * was killed in the middle of a run goes on at the last step [CKP-1].
 *
 * @example
 * const checkpoints = sessionCheckpoints();
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   features: [checkpoints.feature],
 * });
 * const handle = checkpoints.of(memory);
 * const { next, pending, inDoubt } = await handle.resume();
 * for (const call of [...pending, ...inDoubt]) {
 *   await handle.execute(call, ({ signal }) => runTool([getOrder], call, { signal }));
 * }
 *
 * @throws InvalidOptionError if an option has a value that cannot be meant, or there is no such option.
 */
export function sessionCheckpoints(options: SessionCheckpointsOptions = {}): SessionCheckpoints {
  refuseUnknown(options, OPTIONS, 'sessionCheckpoints');
  const { granularity = 'step', ttlMs = DAY_MS, limit = LIMIT } = options;
  checkOption(
    GRANULARITIES.includes(granularity),
    'granularity',
    `must be one of ${GRANULARITIES.join(', ')}.`,
  );
  checkOption(ttlMs > 0, 'ttlMs', `must be over 0; got ${ttlMs}.`);
  checkOption(
    Number.isInteger(limit) && limit >= 1 && limit <= HIGHEST_LIMIT,
    'limit',
    `must be a whole number from 1 to ${HIGHEST_LIMIT}; got ${limit}.`,
  );
  // All that there may be are read: before, another limit may have held.
  const definitions = { steps: stepSlots(HIGHEST_LIMIT), pads: padSlots(HIGHEST_LIMIT) };
  const clocks = new Map<string, Clock>();
  const known = new WeakMap<CheckpointsMemory, MemoryCheckpoints>();
  return {
    feature: {
      name: 'session-checkpoints',
      attach(host) {
        clocks.set(host.sessionId, host.clock);
        const slots = {
          steps: definitions.steps.map((slot) => host.part(slot)),
          pads: definitions.pads.map((slot) => host.part(slot)),
        };
        // Known from the start, so that they are checked when the session is loaded.
        host.part(MILESTONES);
        host.part(BEGUN_CALLS);
        const keeper = new StepKeeper(host, slots, { granularity, ttlMs, limit });
        host.subscribe(() => keeper.look());
        return {};
      },
    },
    of(memory) {
      checkMemory(memory, ['part', 'entries', 'entry', 'append', 'moveHead', 'branches']);
      // Asked each time: the memory may attach its features later than this.
      const nowMs = () => (clocks.get(memory.id) ?? systemClock).nowMs();
      const checkpoints =
        known.get(memory) ??
        new MemoryCheckpoints(memory, {
          ...{ ...definitions, ttlMs, limit },
          clock: { nowMs },
        });
      known.set(memory, checkpoints);
      return checkpoints;
    },
  };
}
