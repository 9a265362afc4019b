import type { ContextAssembled, HistoryRecord, PlanItem } from '@agent-memory/core';
import { isWhole } from '@agent-memory/core/internal';

/** Calls in a row between which nothing left and the conversation only grew. */
export interface CallsAlike {
  readonly calls: readonly AlikeCall[];
}

/** A call, and what was made for it: system text, tools and sections as they were sent. */
export interface AlikeCall {
  readonly record: ContextAssembled;
  readonly made: readonly MadeItem[];
}

/** An item of a context that is no message of the conversation. */
export type MadeItem = Pick<PlanItem, 'tier' | 'message'>;

interface Made {
  readonly system: readonly MadeItem[];
  readonly tools: readonly MadeItem[];
  readonly sections: readonly MadeItem[];
  readonly all: readonly MadeItem[];
}

/** The kept calls of a history, oldest first, in stretches of such as are alike. */
export function callsAlike(records: readonly HistoryRecord[]): readonly CallsAlike[] {
  const stretches: { readonly calls: AlikeCall[] }[] = [];
  let made: Made | undefined;
  let isNew = true;
  for (const record of records) {
    if (record.kind !== 'context') {
      isNew ||= record.kind !== 'usage' && record.kind !== 'refused';
      continue;
    }
    made = madeAfter(made, record);
    if (!made) continue;
    if (isNew) stretches.push({ calls: [] });
    isNew = false;
    stretches.at(-1)?.calls.push({ record, made: made.all });
  }
  return stretches;
}

/** `undefined` while some part of it was never said: then the context cannot be shown. */
function madeAfter(before: Made | undefined, { changed }: ContextAssembled): Made | undefined {
  if (!before && !isWhole(changed)) return undefined;
  const { system, tools, live } = changed;
  const known = before ?? NOTHING_MADE;
  const now = {
    system: system === undefined ? known.system : fixed(system),
    tools: tools === undefined ? known.tools : fixed(tools),
    sections: live?.items ?? known.sections,
  };
  return { ...now, all: [...now.system, ...now.tools, ...now.sections] };
}

const NOTHING_MADE: Made = { system: [], tools: [], sections: [], all: [] };

function fixed(text: string): readonly MadeItem[] {
  if (text === '') return [];
  return [{ tier: 'system', message: { role: 'system', parts: [{ type: 'text', text }] } }];
}
