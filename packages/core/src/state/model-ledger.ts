import { type ModelCall, type ModelTotals, readTotals, withCall } from '../condense/model-call.ts';
import type { StoredPart } from '../store/stored-part.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { type Step, waiting } from './step.ts';

/** PERSISTED: the stored part that holds the ledger by model. */
export const MODELS_PART: StoredPart<readonly ModelTotals[]> = {
  name: 'agent-memory/models',
  initial: [],
  read: readTotals,
};

/** The calls of each model over the life of a session. */
export function modelsOf({
  parts,
}: Pick<SessionSnapshot<unknown>, 'parts'>): readonly ModelTotals[] {
  // Read and checked when the session was loaded; written below alone.
  const rows = parts.get(MODELS_PART.name) as readonly ModelTotals[] | undefined;
  return rows ?? MODELS_PART.initial;
}

/**
 * The session with one more call of a model. It is stored with the next commit: a compaction that comes
 * to nothing leaves the store as it was [CMP-7].
 */
export function withModelCall<Pad>(snapshot: SessionSnapshot<Pad>, call: ModelCall): Step<Pad> {
  const models = withCall(modelsOf(snapshot), call);
  const parts = new Map(snapshot.parts).set(MODELS_PART.name, models);
  return [waiting({ ...snapshot, parts }, { parts: new Map([[MODELS_PART.name, models]]) }), []];
}
