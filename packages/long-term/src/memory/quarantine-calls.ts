import { checkName } from '../platform/check-argument.ts';
import type { Eraser } from './eraser.ts';
import type { CallOptions, Quarantine } from './long-term-memory.ts';
import type { QuarantineKeeper } from './quarantine-keeper.ts';

/** Carries a call of a memory out: its options are checked and its store is open by then. */
type Run = <Result>(
  call: string,
  options: CallOptions,
  work: () => Promise<Result>,
) => Promise<Result>;

/** The calls of a memory about its quarantine. */
export function quarantineCalls(keeper: QuarantineKeeper, eraser: Eraser, run: Run): Quarantine {
  return {
    list: (options = {}) => run('quarantine.list', options, () => keeper.list(options)),
    release: (id, options = {}) =>
      run('quarantine.release', options, async () => {
        checkName(id, 'quarantine.release.id');
        return keeper.release(id, options);
      }),
    erase: (id, options = {}) =>
      run('quarantine.erase', options, async () => {
        checkName(id, 'quarantine.erase.id');
        return eraser.eraseHeld(id, options);
      }),
  };
}
