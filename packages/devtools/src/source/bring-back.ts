import type { ValueAction } from '@agent-memory/explain';
import type { InspectableMemory } from './inspectable-memory.ts';
import type { InspectableLongTerm } from './long-term-source.ts';

/** A step that is taken at once; settings are the app's. */
export type BringingBack = Exclude<ValueAction, { readonly kind: 'settings' }>;

/**
 * Takes a step that brings a value into the next context.
 * @throws where there is nothing that could take it, and what the memory rejects with.
 */
export async function bringBack(
  memory: Pick<InspectableMemory, 'notes' | 'moveHead'>,
  longTerm: InspectableLongTerm | undefined,
  action: BringingBack,
): Promise<void> {
  if (action.kind === 'note') return there(memory.notes).set(action.name, action.text);
  if (action.kind === 'move-head') return there(memory.moveHead)(action.entryId);
  const records = there(longTerm);
  const outcome =
    action.kind === 'unmute'
      ? await records.unmute(action.recordId)
      : action.kind === 'release'
        ? await records.quarantine.release(action.recordId, { as: 'reference', by: 'user' })
        : await restored(records, action.recordId);
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
}

/** Takes a record that ended back in, as it was said, for good. */
async function restored(records: InspectableLongTerm, id: string) {
  const known = there(await records.record(id));
  const { text, type, kind, source } = known.record;
  return records.store({ text, type, kind, source, pinned: true });
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This memory has no way to do that.');
  return value;
}
