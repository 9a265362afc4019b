import { expect, test } from 'vitest';
import type { EvictionPolicy, PolicyInput } from '../../policies/eviction-policy.ts';
import { aReply, aStageInput, aUserMessage } from '../../testing/compaction-input.ts';
import { condense } from './condense.ts';
import { defaultStages } from './default-stages.ts';

const messages = [aUserMessage(50), ...Array.from({ length: 20 }, () => aReply(60))];

test('[CMP-1] the policy is asked for as much as makes room for what will stand for it', () => {
  const asked: PolicyInput[] = [];
  const policy: EvictionPolicy = {
    name: 'seventh',
    choose: (input) => {
      asked.push(input);
      return [7];
    },
  };
  const input = aStageInput(messages, { policy });
  expect(condense().decide(input)).toMatchObject({
    leave: [{ start: 7, why: { rule: 'POLICY_CHOSE', decidedBy: 'seventh' } }],
  });
  expect(asked).toEqual([{ units: input.units, excessTokens: input.leaveTokens }]);
  expect(input.leaveTokens).toBeGreaterThan(input.excessTokens);
});

test('[CMP-1] by default the cheapest stage comes first, and only the last may ask a model', () => {
  expect(defaultStages.map(({ name }) => name)).toEqual([
    'trim',
    'evict',
    'session-memory',
    'condense',
  ]);
});
