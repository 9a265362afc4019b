import { inMemoryStore } from '@agent-memory/core';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { UseAgentMemoryOptions, UseAgentMemoryResult } from '../hook/use-agent-memory.ts';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { mounted } from '../testing/mounted.ts';
import { freshId, last, Probe } from '../testing/probe.tsx';
import { CONFIGURE_WITHIN_MS } from './development.ts';

let said: MockInstance<typeof console.warn>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => {
    said.mockRestore();
    vi.useRealTimers();
  };
});

const warnings = () => said.mock.calls.map(([text]) => String(text));

type Options = Omit<UseAgentMemoryOptions, 'id'>;

/** Renders one session with these options, one after the other, twice. */
async function rendered(...options: readonly Options[]): Promise<string> {
  const id = freshId();
  const seen: UseAgentMemoryResult[] = [];
  const page = (round: number, given: Options) => (
    <>
      {round} <Probe options={{ id, ...given }} seen={seen} />
    </>
  );
  const { text, rerender } = mounted(page(0, options[0] ?? {}));
  for (const [index, given] of [...options, ...options].entries()) {
    rerender(page(index, given));
    await expect.poll(text).toBe(`${index} ready: 0 entries`);
  }
  vi.advanceTimersByTime(CONFIGURE_WITHIN_MS);
  return id;
}

test('[RCT-3] a store that is made while rendering is warned of once, with the code to write instead', async () => {
  const contextWindow = 128_000;
  const id = await rendered(
    { contextWindow, store: inMemoryStore() },
    { contextWindow, store: inMemoryStore() },
  );
  expect(warnings()).toEqual([expect.stringContaining(`another \`store\` for session "${id}"`)]);
  expect(warnings()[0]).toContain('outside of the component');
});

test.each<[string, string, Options, Options]>([
  ['contextWindow', 'configure({ budget })', { contextWindow: 64_000 }, { contextWindow: 32_000 }],
  [
    'budget',
    'configure({ budget })',
    { budget: { contextWindow: 64_000 } },
    { budget: { contextWindow: 32_000 } },
  ],
  [
    'system',
    'patchScratchpad',
    { contextWindow: 64_000, system: 'Be brief.' },
    { contextWindow: 64_000, system: 'Be kind.' },
  ],
  [
    'model',
    'configure({ model })',
    { contextWindow: 64_000, model: 'gpt-4o' },
    { contextWindow: 64_000, model: 'gpt-4' },
  ],
  [
    'redact',
    'looks up itself',
    { contextWindow: 64_000, redact: (text) => text.replaceAll('4711', '…') },
    { contextWindow: 64_000, redact: (text) => text.replaceAll('0815', '…') },
  ],
])('[RCT-3] another `%s` is told about once', async (option, advice, first, second) => {
  const id = await rendered(first, second);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain(`\`${option}\``);
  expect(warnings()[0]).toContain(`session "${id}"`);
  expect(warnings()[0]).toContain(advice);
});

test('[RCT-3] a budget that `configure` brings into force soon after is not warned of', async () => {
  const id = freshId();
  const seen: UseAgentMemoryResult[] = [];
  const page = (contextWindow: number) => <Probe options={{ id, contextWindow }} seen={seen} />;
  const { text, rerender } = mounted(page(64_000));
  await expect.poll(text).toBe('ready: 0 entries');
  rerender(page(32_000));
  await last(seen).configure({ budget: { contextWindow: 32_000 } });
  rerender(page(32_000));
  await expect.poll(() => last(seen).budget.contextWindow).toBe(32_000);
  vi.advanceTimersByTime(CONFIGURE_WITHIN_MS);
  expect(warnings()).toEqual([]);
});

test('[RCT-3] a budget is looked at once, however often it is asked for, and never for a render alone', async () => {
  const id = freshId();
  const seen: UseAgentMemoryResult[] = [];
  const page = (round: number, contextWindow: number) => (
    <>
      {round} <Probe options={{ id, contextWindow }} seen={seen} />
    </>
  );
  const { text, rerender } = mounted(page(0, 64_000));
  await expect.poll(text).toBe('0 ready: 0 entries');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const looks = () => timers.mock.calls.filter(([, delay]) => delay === CONFIGURE_WITHIN_MS);
  renderToString(page(0, 32_000));
  expect(looks()).toHaveLength(0);
  for (let round = 1; round < 5; round += 1) {
    rerender(page(round, 32_000 - round));
    await expect.poll(text).toBe(`${round} ready: 0 entries`);
  }
  expect(looks()).toHaveLength(1);
  vi.advanceTimersByTime(CONFIGURE_WITHIN_MS);
  expect(warnings()).toHaveLength(1);
  timers.mockRestore();
});

test('[RCT-3] options written inline with the same contents are not warned of', async () => {
  const store = inMemoryStore();
  const options = () => ({
    budget: { contextWindow: 64_000, watermarks: { high: 0.9, low: 0.5 } },
    system: 'Be brief.',
    store,
    toolHints: {},
    onError: () => undefined,
    redact: (text: string) => text.trim(),
  });
  await rendered(options(), options());
  expect(warnings()).toEqual([]);
});

function Selected<Selection>({
  memory,
  select,
  isEqual,
}: {
  readonly memory: UseAgentMemoryResult['memory'];
  readonly select: (state: { readonly entries: number }) => Selection;
  readonly isEqual?: (left: Selection, right: Selection) => boolean;
}) {
  return <i>{JSON.stringify(useAgentMemoryState(memory, select, isEqual))}</i>;
}

test('[RCT-3] a selector that makes something new each time is warned of once, by its source', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const options = { id: freshId(), contextWindow: 64_000 };
  const { text, rerender } = mounted(<Probe options={options} seen={seen} />);
  await expect.poll(text).toBe('ready: 0 entries');
  const { memory } = last(seen);
  const parts = ({ entries }: { readonly entries: number }) => ({ found: entries });
  rerender(
    <>
      <Selected memory={memory} select={({ entries }) => entries} />
      <Selected memory={memory} select={parts} isEqual={(a, b) => a.found === b.found} />
    </>,
  );
  await expect.poll(text).toBe('0{"found":0}');
  expect(warnings()).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    rerender(<Selected key={round} memory={memory} select={parts} />);
    await expect.poll(text).toBe('{"found":0}');
  }
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('found: entries');
  expect(warnings()[0]).toContain('third argument');
});
