import { expect, test } from 'vitest';
import { Acknowledged } from './acknowledged.mjs';
import { textOf } from './page/texts.mjs';

const HARMLESS = { lost: 0, torn: 0, wiped: 0, silent: 0 };

/** Two sessions with three acknowledged messages each. */
function acknowledged(): Acknowledged {
  const all = new Acknowledged();
  for (const sessionId of ['a', 'b']) {
    for (let place = 0; place < 3; place += 1) {
      all.add({ sessionId, place, id: `${sessionId}${place}` });
    }
  }
  return all;
}

function found(sessionId: string, places = [0, 1, 2], degraded: readonly string[] = []) {
  const entries = places.map((place) => ({
    id: `${sessionId}${place}`,
    text: textOf(sessionId, place),
  }));
  return { sessionId, entries, degraded };
}

test('[BENCH] everything acknowledged is there, and more may be', () => {
  expect(acknowledged().compare([found('a'), found('b', [0, 1, 2, 3])])).toEqual(HARMLESS);
  expect(acknowledged().count).toBe(6);
});

test('[BENCH] nothing was acknowledged, so an empty database is no harm', () => {
  expect(new Acknowledged().compare([])).toEqual(HARMLESS);
});

test('[BENCH] what is missing is lost, silently where nothing was reported, and counted once', () => {
  const all = acknowledged();
  const rest = [found('a', [0, 2]), found('b')];
  expect(all.compare(rest)).toEqual({ ...HARMLESS, lost: 1, silent: 1 });
  expect(all.compare(rest)).toEqual(HARMLESS);
});

test('[BENCH] a session that is degraded or cannot be read is torn, and not silent', () => {
  const told = [found('a', [0, 2], ['STORED_STATE_DAMAGED']), found('b')];
  expect(acknowledged().compare(told)).toEqual({ ...HARMLESS, lost: 1, torn: 1 });
  const unreadable = { sessionId: 'a', error: 'STORE_CORRUPT', degraded: [], entries: [] };
  expect(acknowledged().compare([unreadable, found('b')])).toEqual({
    ...HARMLESS,
    lost: 3,
    torn: 1,
  });
});

test('[BENCH] another text under the same id is torn', () => {
  const { sessionId, entries, degraded } = found('a');
  const changed = entries.map((entry, at) => (at === 1 ? { ...entry, text: 'x' } : entry));
  const harm = acknowledged().compare([{ sessionId, degraded, entries: changed }, found('b')]);
  expect(harm).toEqual({ ...HARMLESS, torn: 1, silent: 1 });
});

test('[BENCH] a reset of the engine is counted apart from what is lost, and is silent unless reported', () => {
  const empty = [found('a', []), found('b', [])];
  expect(acknowledged().compare(empty)).toEqual({ ...HARMLESS, wiped: 1, silent: 1 });
  const told = [found('a', [], ['STORE_RESET']), found('b', [])];
  const all = acknowledged();
  expect(all.compare(told)).toEqual({ ...HARMLESS, wiped: 1 });
  expect(all.compare(empty)).toEqual(HARMLESS);
});
