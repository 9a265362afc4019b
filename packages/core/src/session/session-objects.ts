import type { Planner } from './assemble/planner.ts';
import type { AttachedFeatures } from './attached-features.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { SessionParts } from './session-parts.ts';
import type { EffectRunner } from './store/effect-runner.ts';

/** The objects of one session that assembling and compacting work with. */
export interface SessionObjects<Pad> {
  readonly parts: Pick<
    SessionParts<Pad>,
    'clock' | 'createId' | 'summarizer' | 'contextCounter' | 'spending'
  >;
  readonly runner: EffectRunner<Pad>;
  readonly lifecycle: Lifecycle<Pad>;
  readonly features: AttachedFeatures;
  readonly planner: Planner;
}
