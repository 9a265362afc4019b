import { toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { ViewUnit } from '../plan/view.ts';
import type { Entry } from '../transcript/entry.ts';

/** An entry whose every result has a newer one of the same tool and arguments. */
export interface SupersededEntry {
  readonly entry: Entry;
  readonly tokens: number;
  readonly supersededBySeq: number;
}

/** Finds, among units of the view, results that a later call of the same tool and arguments replaced. */
export function findSuperseded(units: readonly ViewUnit[]): readonly SupersededEntry[] {
  const newestByCall = new Map<string, number>();
  const superseded: SupersededEntry[] = [];
  for (const unit of units.toReversed()) {
    const calls = callKeys(unit);
    for (const member of unit.members.toReversed()) {
      if (member.kind !== 'entry' || member.mended) continue;
      const keys = toolResultsOf(member.entry.message).map((result) => calls.get(result.callId));
      const newer = keys.map((key) => (key === undefined ? undefined : newestByCall.get(key)));
      const [first] = newer;
      if (first !== undefined && newer.every((seq) => seq !== undefined)) {
        const { entry, tokens } = member;
        superseded.push({ entry, tokens, supersededBySeq: first });
      }
      for (const key of keys) {
        if (key !== undefined && !newestByCall.has(key)) newestByCall.set(key, member.entry.seq);
      }
    }
  }
  return superseded.reverse();
}

function callKeys(unit: ViewUnit): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const member of unit.members) {
    if (member.kind !== 'entry') continue;
    for (const call of toolCallsOf(member.entry.message)) {
      keys.set(call.callId, `${call.toolName}\n${call.arguments}`);
    }
  }
  return keys;
}
