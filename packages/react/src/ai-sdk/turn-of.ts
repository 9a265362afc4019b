import type { ChatMemory } from './chat-memory.ts';
import { inTurn } from './in-turn.ts';

type InTurn = ReturnType<typeof inTurn>;

const turns = new WeakMap<ChatMemory, InTurn>();

/** What stands around one memory shares it: it sends and keeps one after another. */
export function turnOf(memory: ChatMemory): InTurn {
  const turn = turns.get(memory) ?? inTurn();
  turns.set(memory, turn);
  return turn;
}
