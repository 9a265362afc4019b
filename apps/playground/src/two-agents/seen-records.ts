import { type KnownRecord, sharedNamespace } from '@agent-memory/long-term';
import type { Agent } from './agent-pair.ts';

/** Where something that an agent sees is from. */
export type SeenFrom = 'user' | 'itself' | 'shared-by-it' | 'shared-by-others';

/** A record as one agent sees it. */
export interface SeenRecord {
  readonly id: string;
  readonly text: string;
  readonly from: SeenFrom;
  /** Where it is from and how sure it is, in words. */
  readonly facts: string;
}

const ORDER: readonly SeenFrom[] = ['user', 'itself', 'shared-by-it', 'shared-by-others'];

/** Lists the records that an agent sees: its user's own first, shared ones last, each oldest first. */
export function seenBy(
  agent: Pick<Agent, 'name' | 'user'>,
  known: readonly KnownRecord[],
): readonly SeenRecord[] {
  const oldestFirst = known.toSorted((one, other) => createdAt(one) - createdAt(other));
  const seen = oldestFirst.map((one) => seenRecord(agent, one));
  return ORDER.flatMap((from) => seen.filter((one) => one.from === from));
}

function createdAt({ record }: KnownRecord): number {
  return record.createdAtMs;
}

function seenRecord(agent: Pick<Agent, 'name' | 'user'>, known: KnownRecord): SeenRecord {
  const { id, text, namespace, type } = known.record;
  const sure = `${Math.round(known.confidence * 100)}\u00A0%`;
  const shared = sharedNamespace(namespace);
  if (shared) {
    const isOwn = shared.agent === agent.name;
    return {
      ...{ id, text, from: isOwn ? 'shared-by-it' : 'shared-by-others' },
      facts: isOwn
        ? `shared by itself, ${sure}`
        : `from the ${capitalised(shared.agent)}, as text from outside, ${sure}`,
    };
  }
  if (type === 'user') return { id, text, from: 'user', facts: `${agent.user}’s own, ${sure}` };
  const guess = known.labels.includes('hypothesis') ? ', nobody confirmed it' : '';
  return { id, text, from: 'itself', facts: `its own note, ${sure}${guess}` };
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
