import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { appended } from '../transcript/transcript.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import { explainEntry } from './explain.ts';
import { makePlan, type PlanInput } from './make-plan.ts';

const messages: readonly Message[] = [
  aTextMessage('user', 'Find trains.'),
  aTextMessage('assistant', 'Which day?'),
  aTextMessage('user', 'May 20.'),
];
const overlays: Overlays = {
  ...noOverlays(),
  ranges: [{ fromSeq: 1, toSeq: 2, compactionId: 'k', tokens: 7 }],
};

function aPlanInput(input: Partial<PlanInput> = {}): PlanInput {
  return {
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays,
    budget: fixedBudget(1_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
    ...input,
  };
}

test('[BUD-5] an entry that is sent is explained by the plan itself', () => {
  const input = aPlanInput();
  const plan = makePlan(input);
  expect(explainEntry(plan, input, 'e-0')).toBe(plan.items[0]?.decision);
});

test('[CMP-9] an entry inside a range is explained on demand, with its own tokens', () => {
  const input = aPlanInput();
  expect(explainEntry(makePlan(input), input, 'e-1')).toEqual({
    itemId: 'e-1',
    tier: 'archive',
    fate: 'evicted',
    rule: 'REASON_NOT_RECORDED',
    tokens: { raw: 7, sent: 0, source: 'counted' },
    numbers: {},
  });
});

test('[BUD-5] an unknown id has no explanation', () => {
  const input = aPlanInput();
  expect(explainEntry(makePlan(input), input, 'nobody')).toBeUndefined();
});

test('[BUD-5] an entry that a caller named like a fixed item is explained as the entry it is', () => {
  const message = aTextMessage('system', 'Answer briefly.');
  const tokens = simpleMeasurer.message(message);
  const transcript = appended(aTranscript(messages), {
    id: 'system',
    createdAtMs: START_MS,
    message: aTextMessage('user', 'And back.'),
    tokens: simpleMeasurer.message(aTextMessage('user', 'And back.')),
  });
  const input = aPlanInput({ transcript, fixed: { system: { message, tokens } } });
  const decision = explainEntry(makePlan(input), input, 'system');
  expect(decision?.rule).toBe('CURRENT_USER_PROTECTED');
});
