import type { EvictionPolicy, MeasuredUnit } from './eviction-policy.ts';
import { outdatedResults } from './outdated-results.ts';

/**
 * The newest result of each call [POL-6]: where a tool was called again with the same arguments,
 * the units with its older results leave, oldest first, until the excess is gone. A unit leaves
 * when all its results have a newer one; arguments are the same when their text is.
 *
 * Alone it may free too little, and what is then still over the budget leaves oldest first: combine
 * it with a policy that goes on.
 *
 * @example inOrder(latestPerTool(), slidingWindow({ messages: 20 }))
 */
export function latestPerTool(): EvictionPolicy {
  return {
    name: 'latest-per-tool',
    choose({ units, excessTokens }) {
      const outdated = new Set(outdatedResults(units).map(({ entry }) => entry.seq));
      const leaving: number[] = [];
      let freed = 0;
      for (const unit of units) {
        if (freed >= excessTokens) break;
        if (unit.protected || !isOutdated(unit, outdated)) continue;
        leaving.push(unit.start);
        freed += unit.tokens;
      }
      return leaving;
    },
  };
}

function isOutdated(unit: MeasuredUnit, outdated: ReadonlySet<number>): boolean {
  const results = unit.entries.filter(({ message }) => message.role === 'tool');
  return results.length > 0 && results.every(({ seq }) => outdated.has(seq));
}
