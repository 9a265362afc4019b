import {
  type AgentMemory,
  type ContextPlan,
  createAgentMemory,
  type DefaultScratchpad,
  defaultScratchpad,
  inMemoryStore,
} from '@agent-memory/core';
import * as v from 'valibot';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { useSessions } from '../sessions/use-sessions.ts';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { type UseAgentMemoryResult, useAgentMemory } from './use-agent-memory.ts';

// This file is compiled and never run: each component states what a type must be, or must refuse.

const zodTrip = z.object({
  title: z.string(),
  stops: z.array(z.string()),
  step: z.enum(['plan', 'book']),
  budget: z.number().optional(),
});

interface Trip {
  title: string;
  stops: string[];
  step: 'plan' | 'book';
  budget?: number | undefined;
}

export function ZodScratchpadIsInferred() {
  const { memory, scratchpad, patchScratchpad } = useAgentMemory({
    id: 'trip',
    contextWindow: 128_000,
    scratchpad: { schema: zodTrip, initial: { title: '', stops: [], step: 'plan' } },
  });
  expectTypeOf(scratchpad).toEqualTypeOf<Trip>();
  expectTypeOf(memory).toEqualTypeOf<AgentMemory<Trip>>();
  void patchScratchpad({ stops: ['Lyon'], step: 'book' });
  // @ts-expect-error a step that the schema does not know
  void patchScratchpad({ step: 'pay' });
  // @ts-expect-error a field that the schema does not know
  void patchScratchpad({ mood: 'good' });

  // @ts-expect-error a title is text
  void patchScratchpad({ title: 5 });
  const stops = useAgentMemoryState(memory, (state) => state.scratchpad.stops);
  expectTypeOf(stops).toEqualTypeOf<string[]>();
}

export function ValibotScratchpadIsInferred() {
  const { scratchpad, patchScratchpad } = useAgentMemory({
    id: 'order',
    contextWindow: 128_000,
    scratchpad: {
      schema: v.object({ order: v.nullable(v.string()), seen: v.array(v.number()) }),
      initial: { order: null, seen: [] },
    },
  });
  expectTypeOf(scratchpad).toEqualTypeOf<{ order: string | null; seen: number[] }>();
  // @ts-expect-error a list of numbers
  void patchScratchpad({ seen: ['one'] });
}

export function TheSchemaDecidesAndTheFirstValueIsHeldAgainstIt() {
  useAgentMemory({
    id: 'trip',
    contextWindow: 128_000,
    // @ts-expect-error `stops` is missing
    scratchpad: { schema: zodTrip, initial: { title: '', step: 'plan' } },
  });
  useAgentMemory({
    id: 'trip',
    contextWindow: 128_000,
    // @ts-expect-error no step of the schema
    scratchpad: { schema: zodTrip, initial: { title: '', stops: [], step: 'pay' } },
  });
  // @ts-expect-error a schema without a first value
  useAgentMemory({ id: 'trip', contextWindow: 128_000, scratchpad: { schema: zodTrip } });
}

export function WithoutASchemaTheDefaultScratchpadHolds() {
  const result = useAgentMemory({ id: 'chat', contextWindow: 128_000 });
  expectTypeOf(result).toEqualTypeOf<UseAgentMemoryResult<DefaultScratchpad>>();
  expectTypeOf(result.scratchpad).toEqualTypeOf<DefaultScratchpad>();
  // @ts-expect-error an id is missing
  useAgentMemory({ contextWindow: 128_000 });
  const given = useAgentMemory({
    id: 'chat',
    contextWindow: 128_000,
    scratchpad: defaultScratchpad,
  });
  expectTypeOf(given.scratchpad).toEqualTypeOf<DefaultScratchpad>();
  // @ts-expect-error a field that the default scratchpad has not
  void result.patchScratchpad({ mood: 'good' });
}

export function AnExistingMemoryKeepsItsScratchpad() {
  const trip: AgentMemory<Trip> = createAgentMemory<Trip>({
    id: 'trip',
    contextWindow: 128_000,
    scratchpad: { schema: zodTrip, initial: { title: '', stops: [], step: 'plan' } },
  });
  const result = useAgentMemory({ memory: trip });
  expectTypeOf(result.scratchpad).toEqualTypeOf<Trip>();
  // @ts-expect-error the memory is made already: its options were given there
  useAgentMemory({ memory: trip, contextWindow: 128_000 });
}

export function WrongOptionsAreRefused() {
  // @ts-expect-error misspelt
  useAgentMemory({ id: 'chat', contextwindow: 128_000 });
  // @ts-expect-error a window is a number of tokens
  useAgentMemory({ id: 'chat', contextWindow: '128k' });
  // @ts-expect-error no store
  useAgentMemory({ id: 'chat', contextWindow: 128_000, store: 'indexeddb' });
}

export function ResultsAreReadOnly() {
  const result = useAgentMemory({ id: 'chat', contextWindow: 128_000 });
  expectTypeOf(result.status).toEqualTypeOf<'hydrating' | 'ready' | 'compacting' | 'error'>();
  expectTypeOf(result.ready).toEqualTypeOf<Promise<void>>();
  expectTypeOf(result.plan).toEqualTypeOf<ContextPlan | undefined>();
  // @ts-expect-error state is changed by calls
  result.status = 'ready';
}

export function SelectionsAreInferred() {
  const { memory } = useAgentMemory({ id: 'chat', contextWindow: 128_000 });
  const free = useAgentMemoryState(memory, ({ plan }) => plan?.freeTokens);
  expectTypeOf(free).toEqualTypeOf<number | undefined>();
  const pair = useAgentMemoryState(
    memory,
    ({ entries, status }) => ({ entries, status }),
    (left, right) => left.entries === right.entries,
  );
  expectTypeOf(pair.entries).toEqualTypeOf<number>();
  // @ts-expect-error no such field
  useAgentMemoryState(memory, (state) => state.messages);
}

export function FormatsAreInferred() {
  const { append, assemble } = useAgentMemory({ id: 'chat', contextWindow: 128_000 });
  void append({ role: 'user', content: 'Hello' });
  // @ts-expect-error no role of any format
  void append({ role: 'robot', content: 'Hello' });
  // @ts-expect-error no format
  void assemble({ format: 'pigeon' });
  void assemble({ format: 'openai' }).then(({ messages, plan }) => {
    expectTypeOf(messages[0]?.role).not.toBeAny();
    expectTypeOf(plan).toEqualTypeOf<ContextPlan>();
  });
}

export function SessionsAreTyped() {
  const { sessions, rename, importSession } = useSessions(inMemoryStore());
  expectTypeOf(sessions[0]?.title).toEqualTypeOf<string | undefined>();
  // @ts-expect-error a title is text
  void rename('chat', undefined);
  void importSession({}, { id: 'copy', signal: new AbortController().signal });
  // @ts-expect-error the list is read-only
  sessions.push();
}
