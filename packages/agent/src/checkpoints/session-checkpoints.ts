import { type Clock, type MemoryFeature, systemClock } from '@agent-memory/core';
import { checkOption, checks } from '@agent-memory/core/internal';
import { BEGUN_CALLS } from './begun-calls.ts';
import { MILESTONES, padSlots, stepSlots } from './checkpoint-parts.ts';
import { type CheckpointsMemory, MemoryCheckpoints } from './memory-checkpoints.ts';
import { StepKeeper } from './step-keeper.ts';

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

/**
 * Checkpoints after every result of a tool and every reply from the third on, and calls of tools that are
 * never run twice: a session that was killed in the middle of a run continues at the last step [CKP-1].
 * The newest 100 checkpoints are kept, and 50 milestones, for 24 hours.
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
 */
export function sessionCheckpoints(): SessionCheckpoints {
  const definitions = { steps: stepSlots(), pads: padSlots() };
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
        const keeper = new StepKeeper(host, slots);
        host.subscribe(() => keeper.look());
        return {};
      },
    },
    of(memory) {
      checkMemory(memory, ['part', 'entries', 'entry', 'append', 'moveHead', 'branches']);
      // Asked each time: the memory may attach its features later than this.
      const nowMs = () => (clocks.get(memory.id) ?? systemClock).nowMs();
      const checkpoints =
        known.get(memory) ?? new MemoryCheckpoints(memory, { ...definitions, clock: { nowMs } });
      known.set(memory, checkpoints);
      return checkpoints;
    },
  };
}

/** Goes on where what is given has these functions of a memory. @throws InvalidOptionError */
function checkMemory<Memory extends object>(
  memory: Memory,
  names: readonly (keyof Memory & string)[],
): void {
  // Callers without types hand in anything.
  const given: unknown = memory;
  const isObject = typeof given === 'object' && given !== null;
  checkOption(isObject, 'memory', 'must be a memory, as `createAgentMemory` makes it.');
  checks.checkFunctions('memory', memory, names);
}
