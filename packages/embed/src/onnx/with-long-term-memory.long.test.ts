import { createLongTermMemory } from '@agent-memory/long-term';
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
import { expect, test } from 'vitest';
import { hasModel, modelFiles, NEEDS_MODEL, runtimeBytes } from '../testing/shared-model.ts';
import { createOnnxEmbedder } from './create-onnx-embedder.ts';

const OTHERS = [
  'Bob plays chess.',
  'The door is blue.',
  'Carl owns a garden.',
  'It rained in Rome.',
];

/** The table "Finding" in the README of long-term memory. */
test.skipIf(!hasModel).each([
  ['en', 'buying a shoe', 'Ada buys shoes.'],
  ['en', 'INV-2041', 'The invoice is INV-2041.'],
  ['en', 'What is the name of the ship?', 'My boat is called Albatross.'],
  ['en', 'Which food is dangerous for her?', 'Ada is allergic to peanuts.'],
  ['en', 'Why did the rollout break?', 'The deployment failed.'],
  ['en', 'Albatros', 'My boat is called Albatross.'],
  ['de', 'Welche Farbe hat das Schiff?', 'Das Boot ist rot.'],
])(
  `[RET-1] with an embedder (%s): "%s" finds "%s" first, ${NEEDS_MODEL}`,
  async (language, question, text) => {
    const embedder = createOnnxEmbedder({ model: modelFiles(), runtime: runtimeBytes() });
    const index = await createRetrievalIndex({ embedder, language });
    const memory = createLongTermMemory({ user: 'ada', index });
    for (const one of [...OTHERS, text]) {
      await memory.store({ type: 'user', kind: 'fact', source: 'user_stated', text: one });
    }
    await memory.retrieve({ text: 'the first call fills the index' });
    await index.settled();
    const { hits, degraded } = await memory.retrieve({ text: question });
    expect(hits[0]?.record.text).toBe(text);
    expect(degraded).toEqual([]);
    await memory.dispose();
    embedder.dispose();
  },
);
