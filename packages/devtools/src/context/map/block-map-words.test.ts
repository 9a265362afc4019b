import { expect, test } from 'vitest';
import { planFacts } from '../../source/devtools-source.ts';
import { aMapPlan } from '../../testing/map-plans.ts';
import { aPlan } from '../../testing/plan-fixture.ts';
import { richSession } from '../../testing/rich-session.ts';
import { blockMap } from './block-map.ts';
import { blockLabel, blockWords, ghostLabel, ghostWords, mapSentence } from './block-map-words.ts';

const plan = planFacts(richSession().plan);
const map = blockMap(plan, 1_200);

test('[DEV-1] [DEV-10] a block is named by its nature, place, tokens and outcome', () => {
  expect(map.blocks.map((block) => blockWords(plan, block).name)).toEqual([
    'System text, 42 tokens, sent whole',
    'Tool definitions, 188 tokens, sent whole',
    'User, message 0, 54 tokens, sent whole',
    'Summary, 128 tokens, stands for what left',
    'User, message 15, 17 tokens, sent whole',
    'Assistant, message 16, 38 tokens, sent whole',
    'Tool, message 17, 402 of 2,410 tokens, shortened',
    'Assistant, message 18, 71 tokens, sent whole',
    'Assistant, message 19, 44 tokens, sent whole',
    'Tool, message 20, 19 of 26 tokens, shortened',
    'Assistant, message 21, 44 tokens, sent whole',
    'Tool, message 22, 48 tokens, sent whole',
    'Assistant, message 23, 52 tokens, sent whole',
    'User, message 24, 790 tokens, sent whole',
    'Scratchpad, ≈51 tokens, live',
  ]);
});

test('[DEV-1] a ghost says how much left, and its reason is that of the decision', () => {
  const ghosts = map.lane?.ghosts ?? [];
  expect(ghosts.map((ghost) => ghostWords(plan, ghost).name)).toEqual([
    '14 messages, #1–#14, 5,775 tokens, left, condensed into the summary',
    'Cut from message 17, 2,008 tokens not sent',
    'Cut from message 20, 7 tokens not sent',
  ]);
  expect(ghosts.map(ghostLabel)).toEqual(['14 messages left', 'cut from #17', 'cut from #20']);
  expect(ghosts.map((ghost) => ghostWords(plan, ghost).reason)).toEqual([
    expect.stringMatching(/oldest/i),
    expect.stringMatching(/over its limit of 400 tokens/),
    expect.stringMatching(/newer/),
  ]);
});

test('[DEV-1] one sentence tells what left, what stands for it and what was shortened', () => {
  expect(mapSentence(plan, map)).toBe(
    '14 messages left, 5,775 tokens; the summary stands for them in 128. 2 messages shortened by 2,015 tokens. Hatched: drawn 2.9 times smaller.',
  );
  const gone = aMapPlan([{ tokens: 70, left: 'gone' }, { tokens: 9 }]);
  expect(mapSentence(gone, blockMap(gone, 1_200))).toBe(
    '1 message left, 70 tokens; no summary stands for them.',
  );
  const some = aMapPlan([
    { tokens: 70, left: 'condensed' },
    { tokens: 10, left: 'gone' },
  ]);
  expect(mapSentence(some, blockMap(some, 1_200))).toBe(
    '2 messages left, 80 tokens; the summary stands for some of them in 200.',
  );
  const whole = aMapPlan([{ tokens: 70 }]);
  expect(mapSentence(whole, blockMap(whole, 1_200))).toBe('Every message is sent, and sent whole.');
});

test('[DEV-1] over the limit, refused and empty are said first', () => {
  const over = aMapPlan([{ tokens: 8_000 }]);
  expect(mapSentence(over, blockMap(over, 1_200))).toBe('120 tokens over the limit.');
  const refused = { ...over, isRefused: true as const };
  const refusedMap = blockMap(refused, 1_200);
  expect(mapSentence(refused, refusedMap)).toBe(
    'Refused: it is 120 tokens over the limit, and nothing was sent.',
  );
  expect(refusedMap.blocks.map((block) => blockWords(refused, block).name)).toEqual([
    'System text, 120 tokens, not sent',
    'User, message 0, 8,000 tokens, not sent',
  ]);
  const empty = planFacts(aPlan([]));
  expect(mapSentence(empty, blockMap(empty, 1_200))).toBe('This plan sends nothing.');
});

test('[DEV-1] neighbours that are drawn as one are named by their number and places', () => {
  const small = aMapPlan(Array.from({ length: 40 }, () => ({ tokens: 2 })));
  const { blocks } = blockMap(small, 1_200);
  const [, group] = blocks;
  expect(group && blockWords(small, group).name).toBe(
    '10 short messages, #0–#9, 20 tokens, sent whole',
  );
  expect(group && blockLabel(small, group)).toBe('');
  const cut = aMapPlan(Array.from({ length: 10 }, (_, seq) => ({ tokens: 2, cut: seq % 2 })));
  const [, shorter] = blockMap(cut, 1_200).blocks;
  expect(shorter && blockWords(cut, shorter).name).toMatch(/, 5 of them shortened$/);
});
