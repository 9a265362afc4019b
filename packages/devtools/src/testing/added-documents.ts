import { createDocuments, type Documents } from '@agent-memory/documents';

/** A hidden character, and markup that would run where it is rendered. */
const GUIDE = `# Ferry guide

## Winter

The last ferry\u200B leaves at 19:30. <img src=x onerror="alert(1)">

## Dogs

Dogs travel for free.
`;

/** A guide of two chunks, and tides which were added after it. */
export async function addedDocuments(): Promise<Documents> {
  const documents = createDocuments();
  await documents.add({ content: GUIDE, name: 'guide.md', source: 'https://example.org/guide' });
  await documents.add({ content: 'Low tide is at dusk.', name: 'tides.txt' });
  return documents;
}

/** One document of this many chunks. */
export async function longDocument(chunks: number): Promise<Documents> {
  const documents = createDocuments();
  const parts = Array.from({ length: chunks }, (_, at) => `## Stop ${at + 1}\n\nBus ${at + 1}.\n`);
  await documents.add({ content: `# Buses\n\n${parts.join('\n')}`, name: 'buses.md' });
  return documents;
}
