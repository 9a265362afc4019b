import { expect, test } from 'vitest';
import { createKeptValue, type KeptValueOptions, type KeyValueStorage } from './kept-value.ts';

function aStorage(kept: Record<string, string> = {}): KeyValueStorage {
  const items = new Map(Object.entries(kept));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

const deniedStorage = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

const asText = (kept: unknown): string => (typeof kept === 'string' ? kept : 'default');

test('brings back what an earlier page set', () => {
  const storage = aStorage();
  createKeptValue('theme', asText, { storage: () => storage }).set('dark');
  expect(createKeptValue('theme', asText, { storage: () => storage }).get()).toBe('dark');
});

test.each(['{', '7', 'null'])('takes the default for %j', (text) => {
  const storage = aStorage({ theme: text });
  expect(createKeptValue('theme', asText, { storage: () => storage }).get()).toBe('default');
});

test('holds its value for the page where storage is denied', () => {
  const kept = createKeptValue('theme', asText, { storage: deniedStorage });
  expect(kept.get()).toBe('default');
  kept.set('light');
  expect(kept.get()).toBe('light');
});

/** Pages of one browser: what one writes, the others hear of, as it is with `localStorage`. */
function aBrowser() {
  const items = new Map<string, string>();
  const pages = new Set<(key: string) => void>();
  return <Value>(
    merge?: (own: Value, stored: Value) => Value,
    { isDeaf = false } = {},
  ): KeptValueOptions<Value> => {
    let hear: ((key: string) => void) | undefined;
    return {
      storage: () => ({
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => {
          items.set(key, value);
          for (const page of pages) if (page !== hear) page(key);
        },
      }),
      onOtherPage: (listener) => {
        hear = listener;
        if (!isDeaf) pages.add(listener);
        return () => pages.delete(listener);
      },
      ...(merge && { merge }),
    };
  };
}

function watched<Value>(kept: ReturnType<typeof createKeptValue<Value>>) {
  const seen: Value[] = [];
  const leave = kept.subscribe(() => seen.push(kept.get()));
  return { kept, seen, leave };
}

test('tells listeners until they leave', () => {
  const { kept, seen, leave } = watched(createKeptValue('theme', asText, aBrowser()()));
  kept.set('dark');
  leave();
  kept.set('light');
  expect(seen).toEqual(['dark']);
});

test('takes over what another page sets, and hears of no other key', () => {
  const page = aBrowser();
  const { kept, seen } = watched(createKeptValue('theme', asText, page()));
  expect(kept.get()).toBe('default');
  createKeptValue('speed', asText, page()).set('16');
  createKeptValue('theme', asText, page()).set('dark');
  expect(seen).toEqual(['dark']);
});

test('hears nothing more of other pages when nobody listens', () => {
  const page = aBrowser();
  const { kept, leave } = watched(createKeptValue('theme', asText, page()));
  kept.set('light');
  leave();
  createKeptValue('theme', asText, page()).set('dark');
  expect(kept.get()).toBe('light');
});

test('changes what is stored, not what was read long ago', () => {
  const page = aBrowser();
  const asCount = (kept: unknown): number => (typeof kept === 'number' ? kept : 0);
  const one = createKeptValue('calls', asCount, page());
  const other = createKeptValue('calls', asCount, page());
  expect([one.get(), other.get()]).toEqual([0, 0]);
  for (const kept of [one, other, one]) kept.update((calls) => calls + 1);
  expect(one.get()).toBe(3);
});

test('goes on from its own value where nothing is stored', () => {
  const kept = createKeptValue('theme', asText, { storage: deniedStorage });
  kept.set('dark');
  kept.update((theme) => `${theme}er`);
  expect(kept.get()).toBe('darker');
});

test('a page that has not heard of another one takes nothing away from it', () => {
  const page = aBrowser();
  const asRecord = (kept: unknown) => (kept ?? {}) as Readonly<Record<string, number>>;
  type Counts = ReturnType<typeof asRecord>;
  const merge = (own: Counts, stored: Counts): Counts => ({ ...stored, ...own });
  const stale = createKeptValue('starts', asRecord, page(merge, { isDeaf: true }));
  expect(stale.get()).toEqual({});
  createKeptValue('starts', asRecord, page(merge)).set({ healthy: 1 });
  stale.set({ bloated: 2 });
  expect(createKeptValue('starts', asRecord, page(merge)).get()).toEqual({
    healthy: 1,
    bloated: 2,
  });
});
