import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { noneOf, refusalOf, type Verdict } from './verdict.ts';
import { nameOf } from './within-budget.ts';

/** In every context each result of a tool stands behind its call, and each call has its result. */
export function wholeCalls({ calls }: ReplayedSession<never>): Verdict {
  return noneOf(calls.flatMap(faultsOf), 'no result of a tool is sent without its call');
}

function faultsOf({ call, plan, refused }: ReplayedCall<never>): readonly string[] {
  if (refused) return [refusalOf(call, refused)];
  const faults: string[] = [];
  const open = new Map<string, string>();
  for (const item of plan.items) {
    for (const part of item.message.parts) {
      if (part.type === 'tool-call') open.set(part.callId, nameOf(item));
      if (part.type !== 'tool-result' || open.delete(part.callId)) continue;
      faults.push(
        `call ${call}: ${nameOf(item)} answers ${part.callId}, and no open call has that id`,
      );
    }
  }
  for (const [callId, name] of open) {
    faults.push(`call ${call}: ${callId} of ${name} has no result`);
  }
  return faults;
}
