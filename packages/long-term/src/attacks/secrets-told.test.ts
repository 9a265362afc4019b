import { expect, test } from 'vitest';
import { memoryExtraction } from '../extraction/memory-extraction.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { callTool, chatWith, play, proposes } from './testing/attack-chat.ts';
import { TOLD_SECRETS, type ToldSecret } from './testing/secrets-told.ts';

/** Everything that a store holds of a memory, with what waits for a review. */
async function everything(longTerm: LongTermMemory): Promise<string> {
  const lines: string[] = [];
  for await (const line of longTerm.exportLines()) lines.push(line);
  lines.push(JSON.stringify(await longTerm.quarantine.list()));
  await longTerm.dispose();
  return lines.join('\n').normalize('NFKC');
}

const NAMESPACE = 'project:shared';
const memoryOfAda = () =>
  createLongTermMemory({ user: 'ada', namespace: NAMESPACE, store: inMemoryRecordStore() });

/** A file whose records have the secret as their text, their value and a field of their metadata. */
async function fileWith({ text }: ToldSecret, type: 'user' | 'project') {
  const other = createLongTermMemory({ user: 'ada', namespace: NAMESPACE });
  const draft = { type, kind: 'fact', source: 'user_stated' } as const;
  await other.store({ ...draft, text: 'PLACE' });
  await other.store({ ...draft, text: 'It has a value.', value: 'PLACE' });
  await other.store({ ...draft, text: 'It has notes.', metadata: { notes: ['PLACE'] } });
  const lines: string[] = [];
  const inside = JSON.stringify(text).slice(1, -1);
  for await (const line of other.exportLines()) lines.push(line.replaceAll('PLACE', () => inside));
  await other.dispose();
  return lines;
}

const ENTRANCES = {
  'the app stores': async (longTerm, { text }) => {
    for (const type of ['user', 'project'] as const) {
      for (const source of [
        'user_stated',
        'agent_inferred',
        'external',
        'tool_verified',
      ] as const) {
        await longTerm.store({ type, kind: 'fact', text, source });
        await longTerm.store({ type, kind: 'episode', text: `She says ${text}`, source });
      }
    }
  },
  'the app agrees to share': async (longTerm, { text }) => {
    const draft = { kind: 'fact', text, source: 'user_stated', evenIfSecret: true } as const;
    await longTerm.store({ ...draft, type: 'project', namespace: NAMESPACE });
    await longTerm.store({ ...draft, type: 'reference', namespace: NAMESPACE });
  },
  'another field says': async (longTerm, { text }) => {
    const draft = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
    await longTerm.store({ ...draft, text: 'It has a value.', value: text });
    await longTerm.store({ ...draft, text: 'It has a list.', value: { notes: [text] } });
    await longTerm.store({ ...draft, text: 'It has a reason.', kind: 'decision', reason: text });
    await longTerm.set('note', text);
  },
  'a change says': async (longTerm, { text }) => {
    const made = await longTerm.store({
      type: 'user',
      kind: 'fact',
      text: 'Ada has a door.',
      source: 'user_stated',
    });
    if (made.kind === 'refused') throw new Error(made.refusal.sentence);
    await longTerm.update(made.record.id, { text });
    await longTerm.correct(made.record.id, text);
    await longTerm.update(made.record.id, { value: text });
    await longTerm.summarizeSession({ text: `We spoke. ${text}`, sessionId: 'chat' });
  },
  'a model saves': async (longTerm, { text }) => {
    for (const source of ['agent_inferred', 'external']) {
      await callTool(longTerm, 'save_memory', { type: 'user', kind: 'fact', text, source });
      const given = {
        type: 'project',
        kind: 'identifier',
        text: 'It is kept.',
        value: text,
        source,
      };
      await callTool(longTerm, 'save_memory', given);
    }
    await callTool(
      longTerm,
      'save_memory',
      { type: 'user', kind: 'fact', text },
      { confirm: () => false },
    );
  },
  'a chat says': async (longTerm, { text }) => {
    const patterns = memoryExtraction(longTerm);
    const chat = chatWith(longTerm, patterns.feature);
    await play(chat, [
      text,
      { assistant: 'Noted.' },
      `Please remember: ${text}`,
      { assistant: 'Yes.' },
    ]);
    await patterns.extract('chat');
    await chat.dispose();
  },
  'a model reads in a chat': async (longTerm, { text }) => {
    const extraction = memoryExtraction(longTerm, {
      chatModel: proposes(
        { type: 'user', kind: 'fact', nature: 'statement', text, quote: text },
        { type: 'user', kind: 'identifier', nature: 'statement', text, quote: text, value: text },
      ),
    });
    const chat = chatWith(longTerm, extraction.feature);
    await play(chat, [text, { assistant: 'Noted.' }]);
    await extraction.extract('chat');
    await chat.dispose();
  },
  'a file brings': async (longTerm, told) => {
    await longTerm.importLines(await fileWith(told, 'user'));
  },
  'a file brings to others': async (longTerm, told) => {
    const lines = await fileWith(told, 'project');
    await longTerm.importLines(lines);
    await longTerm.importLines(lines, { from: 'backup' });
  },
} satisfies Readonly<
  Record<string, (longTerm: LongTermMemory, told: ToldSecret) => Promise<unknown>>
>;

for (const [entrance, enter] of Object.entries(ENTRANCES)) {
  test.for(TOLD_SECRETS)(`[GRD-4] where ${entrance} it, “$text” is not stored`, async (told) => {
    const longTerm = memoryOfAda();
    await enter(longTerm, told);
    expect(await everything(longTerm)).not.toContain(told.secret.normalize('NFKC'));
  });
}

test('[GRD-4] with a yes a secret is stored in the user’s own namespace', async () => {
  const longTerm = memoryOfAda();
  const [told] = TOLD_SECRETS;
  if (told === undefined) throw new Error('There is no secret.');
  const draft = { type: 'user', kind: 'fact', text: told.text, source: 'user_stated' } as const;
  await longTerm.store({ ...draft, evenIfSecret: true });
  expect(await everything(longTerm)).toContain(told.secret);
});

test('[GRD-4] a backup brings back a secret that the user once agreed to', async () => {
  const [told] = TOLD_SECRETS;
  if (told === undefined) throw new Error('There is no secret.');
  const longTerm = memoryOfAda();
  await longTerm.importLines(await fileWith(told, 'user'), { from: 'backup' });
  expect(await everything(longTerm)).toContain(told.secret);
});
