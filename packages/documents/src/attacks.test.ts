import { runTool } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { createLongTermMemory, retrievedRecords } from '@agent-memory/long-term';
import { memoryExtraction } from '@agent-memory/long-term/extraction';
import { expect, test } from 'vitest';
import { createDocuments } from './create-documents.ts';
import { documentTools } from './document-tools.ts';
import { retrievedDocuments } from './live/retrieved-documents.ts';
import { HOSTILE_PASSAGES, type HostilePassage } from './testing/hostile-passages.ts';

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  return String(Object(content).text ?? JSON.stringify(content));
};

/** The passages that the model reads, and the records that the chat about them leaves. */
async function readBy({ content, format }: HostilePassage) {
  const documents = createDocuments({ user: 'ada' });
  await documents.add({ id: 'd', content, format, title: 'Ferry' });
  const longTerm = createLongTermMemory({ user: 'ada' });
  const extraction = memoryExtraction(longTerm);
  const chat = createAgentMemory({
    id: 'chat',
    contextWindow: 32_000,
    features: [retrievedDocuments(documents), retrievedRecords(longTerm), extraction.feature],
  });
  await chat.append({ role: 'user', content: 'When does the ferry leave?' });
  const { messages } = await chat.assemble();
  const result = await runTool(documentTools(documents), {
    callId: 'call-1',
    toolName: 'search_documents',
    arguments: '{"query":"ferry"}',
  });
  const found = textOf(result);
  const call = { id: 'call-1', type: 'function' } as const;
  await chat.append({
    role: 'assistant',
    content: null,
    tool_calls: [
      { ...call, function: { name: 'search_documents', arguments: '{"query":"ferry"}' } },
    ],
  });
  await chat.append({ role: 'tool', tool_call_id: 'call-1', content: found });
  await chat.append({ role: 'assistant', content: 'At ten.' });
  await extraction.extract('chat');
  const { items } = await longTerm.list();
  await chat.dispose();
  await longTerm.dispose();
  await documents.dispose();
  return { context: messages.map((message) => textOf(message.content)).join('\n'), found, items };
}

test.for(HOSTILE_PASSAGES)(
  '[LTM-10] [GRD-1] $title in a document steers nobody',
  async (passage) => {
    const { context, found, items } = await readBy(passage);
    expect(items).toEqual([]);
    for (const text of [context, found]) {
      if (passage.must !== 'claim') expect(text).not.toContain(passage.mark);
      const tags = [
        ...text.normalize('NFKC').matchAll(/<\s*(\/?)\s*((?:live|found|quoted)-[\w-]+)/giu),
      ];
      const closing = tags.findIndex(([, slash]) => slash === '/');
      expect(tags.filter(([, slash]) => slash === '/').length, text).toBeLessThanOrEqual(1);
      if (closing >= 0) expect(text.slice(tags[closing]?.index)).not.toContain(passage.mark);
    }
  },
);

test('[LTM-10] a plain document is quoted with its confidence', async () => {
  const { context, found } = await readBy({
    title: 'a plan',
    must: 'claim',
    format: 'text',
    mark: 'ten',
    content: 'The ferry leaves at ten.',
  });
  expect(context).toContain('leaves at ten');
  expect(found).toContain('leaves at ten');
});
