import { patchedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { EffectRunner } from './effect-runner.ts';
import { late } from './late-transition.ts';

/**
 * Changes part of the scratchpad of a session; resolves when that is stored.
 * @throws InvalidScratchpadError for what does not fit its schema; then nothing has changed.
 */
export function noteDown<Pad>(
  runner: EffectRunner<Pad>,
  schema: ScratchpadSchema<Pad>,
  patch: Partial<Pad>,
  atMs: number,
): Promise<void> {
  const scratchpad = patchedScratchpad(schema, runner.snapshot.scratchpad, patch);
  return runner.dispatch(late({ type: 'scratchpad-set', scratchpad, atMs }));
}
