import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { createDocuments, retrievedDocuments } from '@agent-memory/long-term/documents';
import { expect, test } from 'vitest';
import { exampleDocument } from './example-document.ts';
import { answerWords, findPassages, stillThere } from './find-passages.ts';

async function asked(question: string, { budget = 8_000 } = {}) {
  const documents = createDocuments();
  await documents.add({ content: exampleDocument(), name: 'island-guide.md' });
  const memory = createAgentMemory({
    id: 'asked',
    budget: fixedBudget(budget),
    features: [retrievedDocuments(documents)],
  });
  await memory.append({ role: 'user', content: question });
  await memory.assemble();
  return findPassages(documents, question, memory.getState().plan);
}

test('[LTM-10] passages are those of the context, each with its place and the reason', async () => {
  const { passages } = await asked('When does the last ferry leave in winter?');
  expect(passages[0]).toMatchObject({
    isSent: true,
    why: expect.stringMatching(/^Found as number 1 in the documents/),
    hit: { citation: { headings: ['Guide to the island', 'Ferries', 'Winter timetable'] } },
  });
  expect(passages.every(({ why }) => why !== undefined)).toBe(true);
});

test('[LTM-10] a passage that found no room is said not to be in the context', async () => {
  const { passages } = await asked('When does the last ferry leave in winter?', { budget: 1_800 });
  expect(passages.map(({ isSent }) => isSent)).toContain(false);
  expect(passages.find(({ isSent }) => !isSent)?.why).toContain('left out');
});

test('[GRD-1] a passage that gives orders is held, and the answer counts it without its words', async () => {
  const found = await asked('What of instructions about ferries and dogs?');
  expect(found.held).toHaveLength(1);
  expect(JSON.stringify(found.passages)).not.toContain('password');
  expect(answerWords(found)).toMatch(/^\d passages of the documents fit; .* 1 was held back/);
});

test('[LTM-10] the answer that stays has no word of the documents', async () => {
  const found = await asked('When does the last ferry leave in winter?');
  expect(answerWords(found)).not.toMatch(/19:30|island|Winter/);
  expect(answerWords({ ...found, passages: [], held: [] })).toBe(
    'No passage of the documents fits.',
  );
});

test('[LTM-10] passages go with their document', async () => {
  const found = await asked('What of instructions about ferries and dogs?');
  const ids = found.passages.map(({ hit }) => ({ id: hit.chunk.documentId }));
  expect(stillThere(found, ids)).toEqual(found);
  expect(stillThere(found, [])).toMatchObject({ passages: [], held: [] });
});
