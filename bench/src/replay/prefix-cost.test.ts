import { expect, test } from 'vitest';
import { cacheableTokens, PrefixCost, sharedPrefix } from './prefix-cost.mjs';
import { assistant, call, result, user, words } from './testing/builders.mjs';

test('[BENCH] caches prefixes from 1,024 tokens up, in whole steps of 128', () => {
  expect([0, 1023, 1024, 1151, 1152, 2000].map(cacheableTokens)).toEqual([
    0, 0, 1024, 1024, 1152, 1920,
  ]);
});

test('[BENCH] shares whole messages up to the first difference', () => {
  const before = [user(words(10)), assistant(words(5)), user('old question')];
  const after = [user(words(10)), assistant(words(5)), assistant('reply')];
  expect(sharedPrefix(before, after)).toEqual({ tokens: 14 + 9, keepsPrevious: true });
});

test('[BENCH] shares the common beginning of the first message that differs in text only', () => {
  const before = [user(words(10)), assistant(`${words(20)} cat`)];
  const after = [user(words(10)), assistant(`${words(20)} dog`)];
  const shared = sharedPrefix(before, after);
  expect(shared.tokens).toBeGreaterThanOrEqual(14 + 20);
  expect(shared.tokens).toBeLessThanOrEqual(14 + 21);
});

test('[BENCH] shares no beginning across different roles', () => {
  expect(sharedPrefix([user(words(10))], [assistant(words(10))]).tokens).toBe(0);
});

test('[BENCH] sees a changed call as a difference', () => {
  const before = [call('c1', { a: 1 }), result('c1'), user('x')];
  const after = [call('c1', { a: 2 }), result('c1'), user('x')];
  expect(sharedPrefix(before, after)).toEqual({ tokens: 0, keepsPrevious: false });
});

test('[BENCH] lets the last message change without calling it a rewrite', () => {
  const before = [user('a'), user('b'), user('live notes')];
  expect(sharedPrefix(before, [user('a'), user('b'), user('c')]).keepsPrevious).toBe(true);
  expect(sharedPrefix(before, [user('a'), user('c'), user('live notes')]).keepsPrevious).toBe(
    false,
  );
  expect(sharedPrefix(before, [user('a')]).keepsPrevious).toBe(false);
});

test('[BENCH] charges a first context in full and a cached prefix at a tenth', () => {
  const charges = new PrefixCost();
  const opening = user(words(1276));
  charges.send([opening]);
  expect(charges.cost).toBe(1280);
  charges.send([opening, assistant(words(96))]);
  // 1,380 tokens sent, 1,280 of them cached: 100 in full and 128 for the cached ones.
  expect(charges.cost).toBe(1280 + 100 + 128);
  expect(charges.cachedTokens).toBe(1280);
  expect(charges.sentTokens).toBe(1280 + 1380);
  expect(charges.compactions).toBe(0);
});

test('[BENCH] counts a context that changed an earlier message as a compaction', () => {
  const charges = new PrefixCost();
  charges.send([user('a'), assistant('b'), user('c')]);
  charges.send([user('a'), user('c'), assistant('d')]);
  expect(charges.compactions).toBe(1);
});

test('[BENCH] charges a refusal as a full context and lets the next one start cold', () => {
  const charges = new PrefixCost();
  const context = [user(words(1276))];
  charges.send(context);
  charges.refuse(4000);
  charges.send(context);
  expect(charges.cost).toBe(1280 + 4000 + 1280);
  expect(charges.sentTokens).toBe(1280 + 4000 + 1280);
  expect([charges.cachedTokens, charges.compactions]).toEqual([0, 0]);
});

test('[BENCH] charges nothing for an empty context', () => {
  const charges = new PrefixCost();
  charges.send([]);
  expect(charges.cost).toBe(0);
});
