import type { EvictionPolicy } from '../../compaction/policies/eviction-policy.ts';
import type { SessionSettings } from '../../state/settings.ts';

/** The policies that a session has had; its settings name theirs by number. */
export class Policies {
  readonly #list: EvictionPolicy[] = [];

  /** Gives the number under which settings name it. */
  add(policy: EvictionPolicy): number {
    return this.#list.push(policy) - 1;
  }

  of({ policyIndex }: Pick<SessionSettings, 'policyIndex'>): EvictionPolicy {
    const known = this.#list[policyIndex];
    if (!known) throw new RangeError(`No policy is known under ${policyIndex}.`);
    return known;
  }
}
