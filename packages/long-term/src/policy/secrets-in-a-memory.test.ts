import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { findByPatterns } from '../extraction/find/find-by-patterns.ts';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import type { MemoryDraft } from './memory-draft.ts';

const aMemory = (namespace?: string) =>
  createLongTermMemory({
    ...{ user: 'ada', clock: aSimulatedClock(Date.UTC(2026, 4, 4)) },
    ...(namespace !== undefined && { namespace }),
  });
type Fields = 'text' | 'value' | 'reason' | 'key' | 'subject' | 'metadata';
const SECRETS: readonly Pick<MemoryDraft, Fields>[] = [
  { text: 'The password of the wiki is Sommer2024.' },
  { text: 'The card.', value: { number: '4111 1111 1111 1111' } },
  { text: 'The team pays from this account.', value: 'DE89370400440532013000' },
  { text: 'We use the new door.', reason: 'the PIN is 4711-2' },
  { text: 'It is.', metadata: { note: 'My password is Sommer2024.' } },
  { text: 'It is so.', subject: 'The password of the wiki is Sommer2024.' },
  { text: 'It stands here.', key: 'password', value: 'Sommer2024' },
  { text: 'It stands there.', value: { wiki: { password: 'Sommer2024' } } },
  { text: 'The card is 4111.1111.1111.1111.' },
  { text: 'The card is ４１１１ １１１１ １１１１ １１１１.' },
  { text: 'The pass\u200bword of the wiki is Sommer2024.' },
];
const FACT = { type: 'project', kind: 'fact', source: 'user_stated' } as const;

test('[GRD-4] a secret is refused until the user agrees, in whatever field it stands', async () => {
  for (const secret of SECRETS) {
    const memory = aMemory();
    const refused = await memory.store({ ...FACT, ...secret });
    expect(refused).toMatchObject({ kind: 'refused', refusal: { rule: 'SECRET' } });
    expect(JSON.stringify(refused)).not.toMatch(/2024|4111|8937|4711/u);
    const agreed = await memory.store({ ...FACT, ...secret, evenIfSecret: true });
    expect(agreed.kind).toBe('stored');
  }
});

test('[GRD-4] [NS-1] where others read no secret is stored, imported or put by a new text', async () => {
  const own = aMemory();
  const shared = aMemory('project:a');
  for (const secret of SECRETS) {
    const draft = { ...FACT, ...secret, evenIfSecret: true };
    expect(await shared.store(draft)).toMatchObject({ refusal: { rule: 'SECRET' } });
    await own.store(draft);
  }
  const lines: string[] = [];
  for await (const line of own.exportLines()) {
    lines.push(line.replaceAll('"namespace":"user:ada"', '"namespace":"project:a"'));
  }
  const { imported, refused } = await shared.importLines(lines, { from: 'backup' });
  expect(imported).toBe(0);
  expect(refused.map(({ refusal }) => refusal.rule)).toEqual(SECRETS.map(() => 'SECRET'));
  const plain = await shared.store({ ...FACT, text: 'The wiki has a password.' });
  const id = plain.kind === 'stored' ? plain.record.id : '';
  const changed = await shared.update(id, { text: SECRETS[0]?.text ?? '', source: 'user_stated' });
  expect(changed).toMatchObject({ kind: 'refused', refusal: { rule: 'SECRET' } });
  const noted = await shared.update(id, { metadata: { note: 'The password is Sommer2024.' } });
  expect(noted).toMatchObject({ kind: 'refused', refusal: { rule: 'SECRET' } });
  const { items } = await shared.list();
  expect(items.map(({ record }) => record.text)).toEqual(['The wiki has a password.']);
});

test('[GRD-4] [EXT-5] extraction takes no secret, whatever it is called', () => {
  for (const text of [
    'My account is DE89 3704 0044 0532 0130 00.',
    'My card is 4111 1111 1111 1111.',
    `My key is ${'gh'}p_${'a1B2'.repeat(9)}.`,
  ]) {
    const { candidates } = findByPatterns([{ entryId: 'said', role: 'user', text }]);
    expect(candidates).toEqual([]);
  }
});
