import { expect, test } from 'vitest';
import { createRetrievalIndex } from './create-retrieval-index.ts';
import type { RetrievalDocument } from './retrieval-index.ts';

const idsOf = (found: { hits: readonly { document: RetrievalDocument }[] }) =>
  found.hits.map(({ document }) => document.id);

test('[RET-1] without any model a neighbour of the word finds what the word does not', async () => {
  const index = await createRetrievalIndex();
  await index.add([
    { id: 'boat', text: 'My boat is called Albatross.' },
    { id: 'dog', text: 'My dog is called Rex.' },
    { id: 'car', text: 'The car is in the garage.' },
  ]);
  const found = await index.search({ text: 'ship' });
  expect(idsOf(found)).toEqual(['boat']);
  expect(found.hits[0]?.signals['neighbour-words']?.rank).toBe(1);
  await index.close();
});

test('[RET-2] five hits by default', async () => {
  const index = await createRetrievalIndex();
  await index.add(
    Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, text: `The parcel number ${at} came.` })),
  );
  expect((await index.search({ text: 'parcel' })).hits).toHaveLength(5);
  await index.close();
});

test('[RET-1] an option that does not exist is refused by name', async () => {
  const misspelt = { embeder: undefined };
  await expect(createRetrievalIndex(misspelt as object)).rejects.toThrow('embeder');
  await expect(createRetrievalIndex({ language: 'no language' })).rejects.toThrow('language');
});
