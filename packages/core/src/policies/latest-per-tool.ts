import {
  type EvictionPolicy,
  type MeasuredUnit,
  type ReasonedChoice,
  reasoned,
} from './eviction-policy.ts';
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
  return reasoned({
    name: 'latest-per-tool',
    windows: [],
    chooseWithReasons({ units, excessTokens }) {
      const newer = new Map(
        outdatedResults(units).map(({ entry, supersededBySeq }) => [entry.seq, supersededBySeq]),
      );
      const leaving: ReasonedChoice[] = [];
      let freed = 0;
      for (const unit of units) {
        if (freed >= excessTokens) break;
        const results = resultSeqs(unit);
        const isOutdated = results.length > 0 && results.every((seq) => newer.has(seq));
        if (unit.protected || !isOutdated) continue;
        const supersededBySeq = Math.max(...results.map((seq) => newer.get(seq) ?? -1));
        const why = { rule: 'UNIT_SUPERSEDED', numbers: { supersededBySeq }, keptByRoom: true };
        leaving.push({ start: unit.start, why });
        freed += unit.tokens;
      }
      return leaving;
    },
  });
}

function resultSeqs({ entries }: MeasuredUnit): readonly number[] {
  return entries.filter(({ message }) => message.role === 'tool').map(({ seq }) => seq);
}
