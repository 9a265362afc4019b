import type { CallFacts } from '../source/call-facts.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from './fixture-memory.ts';
import { aMessage, anEntry, anItem, aPlan, FIXTURE_NOW_MS } from './plan-fixture.ts';

/** A source with calls that a test made by hand, and a plan for each of them. */
export interface TimedSource {
  readonly source: DevtoolsSource;
  /** Calls that were asked for, in order. */
  readonly asked: readonly number[];
  /** One more call; listeners hear of it. */
  readonly add: (call: CallFacts) => void;
}

/** The words of the one message that the context of a call holds. */
export function wordsOf(call: number): string {
  return `As it was at call ${call}.`;
}

/** Puts calls over a source. The state of a call has one message, which says the call. */
export function timedSource(live: DevtoolsSource, given: readonly CallFacts[]): TimedSource {
  const listeners = new Set<() => void>();
  const asked: number[] = [];
  let calls = given;
  let latest: { readonly of: object; readonly calls: object; readonly state: object } | undefined;

  function keptCalls() {
    return { first: calls[0]?.call ?? 0, last: calls.at(-1)?.call ?? 0 };
  }

  function getState() {
    const of = live.getState();
    if (latest?.of === of && latest.calls === calls) return latest.state as typeof of;
    const state = { ...of, calls: keptCalls() };
    latest = { of, calls, state };
    return state;
  }

  const source: DevtoolsSource = {
    ...live,
    getState,
    subscribe: (listener) => {
      const own = () => listener();
      listeners.add(own);
      const letGo = live.subscribe(own);
      return () => {
        listeners.delete(own);
        letGo();
      };
    },
    calls: (fromCall) => calls.filter(({ call }) => call >= fromCall),
    at: async (call) => {
      asked.push(call);
      return calls.some((one) => one.call === call)
        ? pastSource(call, keptCalls().last, live.name)
        : undefined;
    },
  };
  return {
    source,
    asked,
    add: (call) => {
      calls = [...calls, call];
      for (const listener of [...listeners]) listener();
    },
  };
}

function pastSource(call: number, lastCall: number, name: string): DevtoolsSource {
  const entry = anEntry(0, aMessage('user', wordsOf(call)));
  const memory = new FixtureMemory({ plan: aPlan([anItem(entry, 'working')]), entries: [entry] });
  const near = memorySource(memory, { name, nowMs: () => FIXTURE_NOW_MS });
  return { ...near, past: { call, atMs: FIXTURE_NOW_MS, lastCall } };
}
