import type { Summarizer } from '../condense/summarizer.ts';
import type { Behaviours } from '../planner/behaviours.ts';
import type { Planner } from '../planner/planner.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import type { OtherTabs } from '../runner/other-tabs.ts';
import type { LeavingReader } from './before-leaving.ts';

/** The parts that a compactor works with. */
export interface CompactorParts<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly planner: Planner;
  readonly behaviours: Behaviours;
  readonly summarizer: Summarizer | undefined;
  readonly clock: Clock;
  readonly createId: IdMaker;
  /** Those that want to read what may leave. */
  readonly readers: readonly LeavingReader[];
  /** Whether a feature gives the model tools that bring back what left. */
  readonly canRecall?: boolean | undefined;
  /** The other tabs on the session; absent while there can be none. */
  readonly tabs?: () => Pick<OtherTabs<Pad>, 'alone' | 'leads'> | undefined;
  /** Tells features that the overlays are others now. */
  compacted(): void;
  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void;
}
