import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDraft } from './check-draft.ts';

const DRAFT = { type: 'user', kind: 'fact', text: 'Ada lives in Paris.' } as const;

function refusalOf(fields: object) {
  return checkDraft({ ...DRAFT, ...fields }).refusal;
}

test('[LTM-1] a type, kind, source or nature outside of the taxonomy is refused by name', () => {
  expect(refusalOf({ type: 'private' })).toMatchObject({ rule: 'UNKNOWN_TYPE', field: 'type' });
  expect(refusalOf({ kind: 'secret' })).toMatchObject({ rule: 'UNKNOWN_KIND' });
  expect(refusalOf({ kind: 'toString' })).toMatchObject({ rule: 'UNKNOWN_KIND' });
  expect(refusalOf({ source: '__proto__' })).toMatchObject({ rule: 'UNKNOWN_SOURCE' });
  expect(refusalOf({ nature: 'rumour' })).toMatchObject({ rule: 'UNKNOWN_NATURE' });
});

test('[LTM-3] a field that is not known is refused by name', () => {
  expect(refusalOf({ ttl: 5 })).toMatchObject({ rule: 'UNKNOWN_FIELD', field: 'ttl' });
  const hostile: unknown = JSON.parse('{"type":"user","kind":"fact","text":"a","__proto__":{}}');
  expect(checkDraft(hostile).refusal).toMatchObject({ rule: 'UNKNOWN_FIELD', field: '__proto__' });
});

test('[LTM-3] what is no draft at all is refused', () => {
  for (const draft of [undefined, null, 'text', 7, []]) {
    expect(checkDraft(draft).refusal).toBeDefined();
  }
});

test('[LTM-3] a draft without text, key and value is refused, and a key with a value makes a text', () => {
  expect(refusalOf({ text: ' \n ' })?.rule).toBe('NO_TEXT');
  expect(refusalOf({ text: undefined, key: 'theme' })?.rule).toBe('NO_TEXT');
  const { draft } = {
    draft: undefined,
    ...checkDraft({ ...DRAFT, text: '', key: 'theme', value: [1] }),
  };
  expect(draft?.text).toBe('theme: [1]');
});

test('[LTM-2] hostile values are refused with the field at fault', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  let deep: unknown = 'bottom';
  for (let level = 0; level < 1000; level += 1) deep = [deep];
  const cases: readonly (readonly [object, string])[] = [
    [{ validFromMs: Number.NaN }, 'validFromMs'],
    [{ expiresAtMs: Number.POSITIVE_INFINITY }, 'expiresAtMs'],
    [{ deadlineMs: '2026-01-01' }, 'deadlineMs'],
    [{ confidence: 1.5 }, 'confidence'],
    [{ confidence: Number.NaN }, 'confidence'],
    [{ metadata: circle }, 'metadata'],
    [{ metadata: { deep } }, 'metadata'],
    [{ metadata: [] }, 'metadata'],
    [{ metadata: { made: new Date() } }, 'metadata'],
    [{ value: () => 1 }, 'value'],
    [{ value: 'x'.repeat(30_000) }, 'value'],
    [{ id: '' }, 'id'],
    [{ key: 'k'.repeat(600) }, 'key'],
    [{ subject: 5 }, 'subject'],
    [{ pinned: 'yes' }, 'pinned'],
    [{ evidence: [{ sessionId: 's' }] }, 'evidence.0.entryId'],
    [{ text: 5 }, 'text'],
  ];
  for (const [fields, field] of cases) {
    const refusal = refusalOf(fields);
    expect([field, refusal?.rule]).toEqual([field, 'INVALID_FIELD']);
    expect(refusal?.sentence).toContain(field.split('.')[0]);
  }
  expect(refusalOf({ text: 'x'.repeat(5_000_000) })?.rule).toBe('TEXT_TOO_LONG');
});

test('[LTM-2] a draft that throws when it is read is refused', () => {
  const trap = () => {
    throw new Error('caught you');
  };
  const throwing = Object.defineProperty({ ...DRAFT }, 'key', { get: trap, enumerable: true });
  expect(checkDraft(throwing).refusal?.field).toBe('draft');
  expect(checkDraft(new Proxy(DRAFT, { ownKeys: trap })).refusal?.field).toBe('draft');
  const evidence = [Object.defineProperty({}, 'sessionId', { get: trap, enumerable: true })];
  expect(refusalOf({ evidence })?.field).toBe('evidence');
});

test('[LTM-2] whatever is handed in gives a draft or a refusal', () => {
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });
  const fields = fc.constantFrom('text', 'key', 'value', 'metadata', 'evidence', 'id', 'nature');
  const draft = fc.dictionary(fields, anything).map((extra) => ({ ...DRAFT, ...extra }));
  fc.assert(
    fc.property(fc.oneof(anything, draft), (source) => {
      const check = checkDraft(source);
      if (!check.refusal) expect(structuredClone(check.draft)).toEqual(check.draft);
      else expect(check.refusal.sentence).not.toBe('');
    }),
    { numRuns: 500, seed: 20261123 },
  );
});

test('[LTM-2] half a surrogate pair becomes a character that every program can read', () => {
  const { draft } = {
    draft: undefined,
    ...checkDraft({ ...DRAFT, text: 'a\uD800b', metadata: { '\uDC00': '\uD800' } }),
  };
  expect(draft?.text).toBe('a\uFFFDb');
  expect(draft?.metadata).toEqual({ '\uFFFD': '\uFFFD' });
});

test('[LTM-2] a field named __proto__ in metadata stays a field', () => {
  const metadata: unknown = JSON.parse('{"__proto__":{"admin":true}}');
  const { draft } = { draft: undefined, ...checkDraft({ ...DRAFT, metadata }) };
  expect(JSON.stringify(draft?.metadata)).toBe('{"__proto__":{"admin":true}}');
  expect(Reflect.get(draft?.metadata ?? {}, 'admin')).toBeUndefined();
});

test('[LTM-2] a draft may be less sure than its source, and never surer', () => {
  const confidenceOf = (fields: object) => {
    const check = checkDraft({ ...DRAFT, ...fields });
    return check.refusal ? undefined : check.draft.confidence;
  };
  expect(confidenceOf({ source: 'external' })).toBe(0.3);
  expect(confidenceOf({ source: 'external', confidence: 1 })).toBe(0.3);
  expect(confidenceOf({ source: 'user_stated', confidence: 0.75 })).toBe(0.75);
  expect(confidenceOf({})).toBe(0.5);
});
