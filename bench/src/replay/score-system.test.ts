import { expect, test } from 'vitest';
import type { ChatMessage } from './chat-message.mjs';
import { COST_BASELINE, replayRows } from './replay-rows.mjs';
import { scoreSystem } from './score-system.mjs';
import type { Memory, System } from './systems/system.mjs';
import { assistant, call, result, session, system, user, words } from './testing/builders.mjs';

const overflow = () => Object.assign(new Error('too small'), { code: 'CONTEXT_OVERFLOW' });

/** A system that builds each context from the messages appended so far. */
function systemOf(
  assemble: (seen: readonly ChatMessage[]) => readonly ChatMessage[],
  rest: Partial<Memory> & { name?: string } = {},
): System {
  const { name = 'test', ...methods } = rest;
  return {
    name,
    open() {
      const seen: ChatMessage[] = [];
      return {
        append: (message) => void seen.push(message),
        assemble: () => assemble([...seen]),
        ...methods,
      };
    },
  };
}

const everything = systemOf((seen) => seen);

test('[BENCH] asks for a context ahead of every assistant message and never shows one ahead', async () => {
  const messages = [user('a'), assistant('b'), call('c1'), result('c1'), assistant('d')];
  const seenLengths: number[] = [];
  const watching = systemOf((seen) => {
    seenLengths.push(seen.length);
    return seen;
  });
  const score = await scoreSystem([session(...messages)], 1000, watching);
  expect(seenLengths).toEqual([1, 2, 4]);
  expect(score.contexts).toBe(3);
});

test('[BENCH] asks for no context ahead of an assistant message that opens the session', async () => {
  const score = await scoreSystem([session(assistant('Hello'), user('a'))], 1000, everything);
  expect(score.contexts).toBe(0);
});

test('[BENCH] hands budget and system text to each session and closes it', async () => {
  const log: unknown[] = [];
  const logging: System = {
    name: 'logging',
    open(options) {
      log.push(options);
      return { append: () => undefined, assemble: () => [], close: () => void log.push('closed') };
    },
  };
  await scoreSystem([session(system('Be kind.'), user('a')), session(user('b'))], 500, logging);
  expect(log).toEqual([
    { budget: 500, system: 'Be kind.' },
    'closed',
    { budget: 500, system: undefined },
    'closed',
  ]);
});

test('[BENCH] counts a context once for each fault it has', async () => {
  const recorded = session(
    system('Be kind.'),
    user('a'),
    assistant('b'),
    user('c'),
    assistant('d'),
  );
  const score = await scoreSystem(
    [recorded],
    1000,
    systemOf((seen) => seen.slice(2)),
  );
  expect(score.faults).toMatchObject({ lostSystem: 2, lostAnchor: 2, overBudget: 0 });
});

test('[BENCH] counts an overflow as refused, keeps none of its values and finds no faults', async () => {
  const recorded = session(user(`ORD-1${words(50)}`), call('c1', { id: 'ORD-1' }), result('c1'));
  const refusing = systemOf(() => {
    throw overflow();
  });
  const score = await scoreSystem([recorded], 30, refusing);
  expect(score).toMatchObject({ contexts: 1, refused: 1, retention: 0, needed: 1, cost: 30 });
  expect(Object.values(score.faults)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('[BENCH] lets any other error end the run and says where it happened', async () => {
  const broken = systemOf(() => {
    throw Object.assign(new Error('disk gone'), { code: 'EIO' });
  });
  await expect(scoreSystem([session(user('a'), assistant('b'))], 30, broken)).rejects.toThrow(
    'message 2 of session test',
  );
});

test('[BENCH] looks at needed values only once the transcript exceeds the budget', async () => {
  const recorded = session(
    user('ORD-1 and ORD-2'),
    call('c1', { id: 'ORD-1' }),
    result('c1', words(100)),
    call('c2', { id: 'ORD-1', other: 'ORD-2' }),
  );
  const score = await scoreSystem([recorded], 60, everything);
  expect(score.needed).toBe(2);
});

test('[BENCH] needs no value that only the system message had named', async () => {
  const recorded = session(system('Shop SHOP-9.'), user(words(50)), call('c1', { id: 'SHOP-9' }));
  expect((await scoreSystem([recorded], 60, everything)).needed).toBe(0);
});

test('[BENCH] pools retention over values and averages it over sessions that need any', async () => {
  const needing = (...ids: string[]) =>
    session(user(`A-1000${words(50)}`), user(ids.join(' ')), call('c1', ids), result('c1'));
  const sessions = [needing('A-1000'), needing('B-1111', 'B-2222', 'B-3333'), session(user('x'))];
  const score = await scoreSystem(
    sessions,
    40,
    systemOf((seen) => seen.slice(0, 1)),
  );
  expect(score.needed).toBe(4);
  expect(score.retention).toBe(1 / 4);
  expect(score.retentionMean).toBe((1 + 0) / 2);
});

test('[BENCH] has no retention and no cached share where nothing was needed or charged', async () => {
  const score = await scoreSystem([session(user('a'), assistant('b'))], 1000, everything);
  expect([score.retention, score.retentionMean, score.cachedShare]).toEqual([null, null, null]);
});

test('[BENCH] charges only sessions above 1.3 budgets whose system leaves half of the budget', async () => {
  const short = session(user(words(122)), assistant('')); // 130 tokens
  const long = session(user(words(123)), assistant('')); // 131 tokens
  const crowded = session(system(words(60)), user(words(100)), assistant(''));
  expect((await scoreSystem([short], 100, everything)).cost).toBe(0);
  expect((await scoreSystem([long], 100, everything)).cost).toBe(127);
  expect((await scoreSystem([crowded], 128, everything)).cost).toBe(0);
  expect((await scoreSystem([crowded], 129, everything)).cost).toBe(168);
});

test('[BENCH] relates cost to the baseline of the same run', async () => {
  const recorded = session(user(words(96)), user(words(96)), assistant(''));
  const half = systemOf((seen) => seen.slice(0, 1), { name: 'half' });
  const baseline = systemOf((seen) => seen, { name: COST_BASELINE });
  const rows = await replayRows([recorded], 100, [half, baseline]);
  expect(rows.map((row) => row.relativeCost)).toEqual([0.5, 1]);
  expect((await replayRows([recorded], 100, [half]))[0]?.relativeCost).toBeNull();
});

test('[BENCH] reports exactly the published fields', async () => {
  const [row] = await replayRows([session(user('a'), assistant('b'))], 100, [everything]);
  expect(Object.keys(row ?? {})).toEqual([
    'system',
    'budget',
    'contexts',
    'refused',
    'overBudget',
    'orphanResults',
    'danglingCalls',
    'lostSystem',
    'lostAnchor',
    'thinTail',
    'derivedHeavy',
    'retention',
    'retentionMean',
    'clean',
    'usable',
    'reachable',
    'cleanMean',
    'usableMean',
    'relativeCost',
    'cachedShare',
    'compactions',
    'p50Ms',
    'p95Ms',
  ]);
});
