import * as v from 'valibot';
import { expectTypeOf } from 'vitest';
import type { DefaultScratchpad } from '../live/scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const schema = v.object({ city: v.string(), guests: v.number(), wishes: v.array(v.string()) });
interface Trip {
  city: string;
  guests: number;
  wishes: string[];
}
const initial: Trip = { city: '', guests: 1, wishes: [] };

// [PAD-1] Without a schema the scratchpad is the default one.
const plain = createAgentMemory({ id: 'plain', contextWindow: 8_000 });
expectTypeOf(plain).toEqualTypeOf<AgentMemory<DefaultScratchpad>>();
plain.patchScratchpad({ objective: 'Find the order' });
// @ts-expect-error: no such field
plain.patchScratchpad({ aim: 'Find the order' });

// [PAD-1] With one it has the shape that the schema gives, wherever it shows.
const trip = createAgentMemory({
  id: 'trip',
  contextWindow: 8_000,
  scratchpad: { schema, initial },
});
expectTypeOf(trip).toEqualTypeOf<AgentMemory<Trip>>();
expectTypeOf(trip.getState().scratchpad).toEqualTypeOf<Trip>();
trip.patchScratchpad({ guests: 2 });
// @ts-expect-error: a number of guests
trip.patchScratchpad({ guests: 'two' });
// @ts-expect-error: a field of the default scratchpad
trip.patchScratchpad({ objective: 'Find a hotel' });

// [PAD-1] A schema that changes what it reads: the scratchpad is what comes out of it.
const parsing = v.pipe(v.string(), v.transform(Number));
const parsed = createAgentMemory({
  id: 'parsed',
  contextWindow: 8_000,
  scratchpad: { schema: v.object({ guests: parsing }), initial: { guests: 1 } },
});
expectTypeOf(parsed.getState().scratchpad).toEqualTypeOf<{ guests: number }>();

// @ts-expect-error: the first value has to fit the schema
({ schema, initial: { city: 'Ghent' } }) satisfies ScratchpadSchema<Trip>;
// @ts-expect-error: a session has a name
createAgentMemory({ contextWindow: 8_000 });
// @ts-expect-error: the window of the model is given, or a budget
createAgentMemory({ id: 'windowless' });
// @ts-expect-error: with a scratchpad too
createAgentMemory({ id: 'windowless', scratchpad: { schema, initial } });
createAgentMemory({ id: 'ready', budget: { contextWindow: 8_000 } });
// @ts-expect-error: a scratchpad has a schema
createAgentMemory({ id: 'bare', contextWindow: 8_000, scratchpad: { initial } });
// @ts-expect-error: what reads texts gives texts
createAgentMemory({ id: 'redacted', contextWindow: 8_000, redact: (text: string) => text.length });
