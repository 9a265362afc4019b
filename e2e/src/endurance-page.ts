import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import { MemoryPanel } from '@agent-memory/devtools/panel';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { memoryExtraction, memoryManifest } from '@agent-memory/long-term/extraction';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Said over and over; the first sentence is worth a record. */
const SAID = [
  'I prefer short answers.',
  'Can you look at the build of this module again?',
  'What does the second stack trace say?',
  'Please compare both figures, and say which one is right.',
  'And how long did the import take?',
  'Why is the table empty?',
  'Show me the query that it ran.',
  'Which of the two branches has the fix?',
  'Is that the same on the other machine?',
  'Then try it once more with the cache cleared.',
];

/** A tab that is used for a long time: sessions with extraction and recall, and the panel on the one in use. */
export function longUse() {
  const store = indexedDbStore();
  const longTerm = createLongTermMemory({ user: 'ada', store: indexedDbRecordStore() });
  const extraction = memoryExtraction(longTerm);
  const features = [retrievedRecords(longTerm), memoryManifest(longTerm), extraction.feature];
  const place = document.body.appendChild(document.createElement('main'));
  place.style.height = '480px';
  const root = createRoot(place);
  let shown: AgentMemory | undefined;
  let turn = 0;

  async function open(id: string): Promise<AgentMemory> {
    const memory = createAgentMemory({ id, contextWindow: 32_000, store, features });
    await memory.ready;
    await memory.assemble();
    return memory;
  }

  async function show(id: string): Promise<void> {
    const before = shown;
    shown = await open(id);
    root.render(createElement(MemoryPanel, { memory: shown, longTerm, extraction }));
    await new Promise(requestAnimationFrame);
    await before?.dispose();
  }

  async function take(): Promise<void> {
    turn += 1;
    await shown?.append({ role: 'user', content: String(SAID[turn % SAID.length]) });
    await shown?.assemble();
    await shown?.append({ role: 'assistant', content: `It says ${turn}. `.repeat(20) });
    await extraction.settled();
  }

  return {
    show,
    /** Milliseconds of each turn. */
    async turns(count: number): Promise<readonly number[]> {
      const times: number[] = [];
      for (let each = 0; each < count; each += 1) {
        const beganMs = performance.now();
        await take();
        times.push(performance.now() - beganMs);
      }
      return times;
    },
    async switches(count: number): Promise<void> {
      for (let each = 0; each < count; each += 1) await show(`chat-${each % 4}`);
    },
    async openings(count: number): Promise<void> {
      for (let each = 0; each < count; each += 1) {
        const memory = await open(`chat-${each % 4}`);
        await memory.dispose();
      }
    },
    /** What has to hold whatever happened to the page: numbers of messages, and where they are stored. */
    state: () => ({
      messages: shown?.entries().length,
      store: shown?.getState().store.name,
      failures: extraction.log(shown?.id ?? '').filter(({ failure }) => failure).length,
    }),
  };
}
