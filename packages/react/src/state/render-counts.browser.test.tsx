import { type AgentMemory, inMemoryStore } from '@agent-memory/core';
import { memo, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type UseAgentMemoryResult, useAgentMemory } from '../hook/use-agent-memory.ts';
import { aTextMessage } from '../testing/a-text-message.ts';
import { mounted } from '../testing/mounted.ts';
import { freshId, last } from '../testing/probe.tsx';
import { wordCounter } from '../testing/summarizers.ts';
import { aTokenStream, type TokenStream } from '../testing/token-stream.ts';
import { useAgentMemoryState } from './use-agent-memory-state.ts';

/** How often each component rendered, by its name. */
class RenderCounts {
  readonly #counts = new Map<string, number>();

  readonly note = (name: string): void => {
    this.#counts.set(name, this.of(name) + 1);
  };

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  forget(): void {
    this.#counts.clear();
  }
}

interface PartProps {
  readonly memory: AgentMemory;
  readonly counts: RenderCounts;
}

const Pad = memo(function Pad({ memory, counts }: PartProps) {
  const pad = useAgentMemoryState(memory, (state) => state.scratchpad);
  counts.note('Pad');
  return <i>step {pad.currentStep}, </i>;
});

const Plan = memo(function Plan({ memory, counts }: PartProps) {
  const sent = useAgentMemoryState(memory, ({ plan }) => plan?.items.length);
  counts.note('Plan');
  return <i>sent {sent ?? 'nothing'}, </i>;
});

const Entries = memo(function Entries({ memory, counts }: PartProps) {
  const entries = useAgentMemoryState(memory, (state) => state.entries);
  counts.note('Entries');
  return <i>{entries} entries, </i>;
});

const Status = memo(function Status({ memory, counts }: PartProps) {
  const status = useAgentMemoryState(memory, (state) => state.status);
  counts.note('Status');
  return <i>{status}, </i>;
});

/** The only part that shows an answer as it comes. */
const Answer = memo(function Answer({
  stream,
  append,
  counts,
}: {
  readonly stream: TokenStream;
  readonly append: UseAgentMemoryResult['append'];
  readonly counts: RenderCounts;
}) {
  const [answer, setAnswer] = useState('');
  counts.note('Answer');

  async function send(): Promise<void> {
    let content = '';
    for await (const token of stream.tokens) {
      content += token;
      setAnswer(content);
    }
    await append({ role: 'assistant', content });
  }

  return (
    <button type="button" onClick={() => void send()}>
      {answer}
    </button>
  );
});

function Chat({
  id,
  counts,
  stream = aTokenStream(),
  onMemory,
}: {
  readonly id: string;
  readonly counts: RenderCounts;
  readonly stream?: TokenStream;
  readonly onMemory?: (memory: AgentMemory) => void;
}) {
  const { memory, append } = useAgentMemory({
    id,
    contextWindow: 128_000,
    store: STORE,
    tokenCounter: wordCounter,
  });
  onMemory?.(memory);
  counts.note('Chat');
  return (
    <>
      <Status memory={memory} counts={counts} />
      <Entries memory={memory} counts={counts} />
      <Pad memory={memory} counts={counts} />
      <Plan memory={memory} counts={counts} />
      <Answer stream={stream} append={append} counts={counts} />
    </>
  );
}

const STORE = inMemoryStore();

async function aChat(stream: TokenStream = aTokenStream()) {
  const counts = new RenderCounts();
  let memory: AgentMemory | undefined;
  const view = mounted(
    <Chat
      id={freshId()}
      counts={counts}
      stream={stream}
      onMemory={(given) => {
        memory = given;
      }}
    />,
  );
  await expect.poll(view.text).toBe('ready, 0 entries, step , sent nothing, ');
  if (!memory) throw new Error('nothing was rendered');
  counts.forget();
  return { ...view, counts, memory };
}

test('[RCT-3] a streamed token renders the component that shows it and no other', async () => {
  const stream = aTokenStream();
  const { place, text, counts } = await aChat(stream);
  place.querySelector('button')?.click();
  for (let index = 1; index <= 50; index += 1) {
    stream.send('x');
    await expect
      .poll(text, { interval: 1 })
      .toBe(`ready, 0 entries, step , sent nothing, ${'x'.repeat(index)}`);
  }
  expect(counts.of('Answer')).toBeGreaterThanOrEqual(50);
  for (const name of ['Chat', 'Status', 'Entries', 'Pad', 'Plan']) expect(counts.of(name)).toBe(0);
  stream.end();
  await expect.poll(text).toContain('1 entries');
  expect(counts.of('Entries')).toBe(1);
  for (const name of ['Chat', 'Status', 'Pad', 'Plan']) expect(counts.of(name)).toBe(0);
});

test('[RCT-3] a change for every token renders what selects it once a frame, and nothing else', async () => {
  const { text, counts, memory } = await aChat();
  // No frame is drawn while it is held: whatever happens meanwhile belongs to the next one.
  const frames = heldFrames();
  for (let index = 1; index <= 50; index += 1) {
    await memory.patchScratchpad({ currentStep: `token ${index}` });
    await memory.append(aTextMessage(`token ${index}`));
  }
  expect(text()).toBe('ready, 0 entries, step , sent nothing, ');
  frames.draw();
  await expect.poll(text).toBe('ready, 50 entries, step token 50, sent nothing, ');
  expect(counts.of('Pad')).toBe(1);
  expect(counts.of('Entries')).toBe(1);
  for (const name of ['Chat', 'Status', 'Plan', 'Answer']) expect(counts.of(name)).toBe(0);
});

test('[RCT-3] a page that draws no frames shows changes all the same', async () => {
  const { text, counts, memory } = await aChat();
  const frames = heldFrames();
  await memory.append([aTextMessage('one'), aTextMessage('two')]);
  await expect.poll(text).toBe('ready, 2 entries, step , sent nothing, ');
  expect(counts.of('Entries')).toBe(1);
  frames.draw();
});

test('[RCT-3] part of a plan renders when that part is another one', async () => {
  const { text, counts, memory } = await aChat();
  await memory.append(aTextMessage('Where is my order?'));
  const { plan } = await memory.assemble();
  await expect.poll(text).toContain(`sent ${plan.items.length}, `);
  expect(plan.items.length).toBeGreaterThan(0);
  const renders = counts.of('Plan');
  await memory.assemble();
  await memory.patchScratchpad({ currentStep: 'find it' });
  await expect.poll(text).toContain('step find it');
  expect(counts.of('Plan')).toBe(renders);
});

function ReadsLater({ id, seen }: { readonly id: string; readonly seen: UseAgentMemoryResult[] }) {
  const result = useAgentMemory({ id, contextWindow: 128_000, tokenCounter: wordCounter });
  seen.push(result);
  return <p>{result.status}</p>;
}

test('[RCT-3] a field that is first read in a handler is as it is by then, and counts from then on', async () => {
  const seen: UseAgentMemoryResult[] = [];
  const { text } = mounted(<ReadsLater id={freshId()} seen={seen} />);
  await expect.poll(text).toBe('ready');
  const renders = seen.length;
  const result = last(seen);
  await result.patchScratchpad({ currentStep: 'find the order' });
  await aFrame();
  expect(seen).toHaveLength(renders);
  expect(result.scratchpad.currentStep).toBe('find the order');
  expect(result.scratchpad).toBe(result.scratchpad);
  await result.patchScratchpad({ currentStep: 'send it' });
  await expect.poll(() => last(seen).scratchpad.currentStep).toBe('send it');
  expect(result.scratchpad.currentStep).toBe('find the order');
});

/** Resolves when the frame after the next one is drawn: all that waited for a frame has happened. */
function aFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Keeps frames from being drawn, and timers behind them from going off, until told. */
function heldFrames(): { draw(): void } {
  const waiting = new Map<number, FrameRequestCallback>();
  let ids = 0;
  const request = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    ids += 1;
    waiting.set(ids, callback);
    return ids;
  });
  const cancel = vi
    .spyOn(globalThis, 'cancelAnimationFrame')
    .mockImplementation((id) => void waiting.delete(id));
  return {
    draw() {
      request.mockRestore();
      cancel.mockRestore();
      for (const callback of waiting.values()) callback(performance.now());
    },
  };
}
