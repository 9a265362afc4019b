import { expect, test } from 'vitest';
import { checkDraft } from './check-draft.ts';
import { refusalByPolicy } from './check-policy.ts';
import type { AllowedNature } from './write-policy.ts';

const DRAFT = { type: 'project', kind: 'fact', source: 'agent_inferred' } as const;

function ruleOf(fields: object, allow: readonly AllowedNature[] = []) {
  const check = checkDraft({ ...DRAFT, ...fields });
  if (check.refusal) return check.refusal.rule;
  return refusalByPolicy(check.draft, new Set(allow))?.rule;
}

test('[LTM-3] what the table refuses is refused by name', () => {
  const text = 'The API answers in 20 ms.';
  expect(ruleOf({ text, nature: 'reasoning' })).toBe('REASONING');
  expect(ruleOf({ text, nature: 'failed-call' })).toBe('FAILED_CALL');
  expect(ruleOf({ text, nature: 'speculation' })).toBe('SPECULATION');
  expect(ruleOf({ text, nature: 'turn-log' })).toBe('TURN_LOG');
  expect(ruleOf({ text, nature: 'transcript' })).toBe('TRANSCRIPT');
  expect(ruleOf({ text })).toBeUndefined();
});

test('[LTM-3] [LTM-4] temporary status, and what a tool can read again, needs the word of the caller', () => {
  for (const nature of ['status', 'tool-readable'] as const) {
    const draft = { text: 'The build is green.', nature };
    expect(ruleOf(draft)).toBe(nature === 'status' ? 'STATUS' : 'TOOL_READABLE');
    expect(ruleOf(draft, [nature])).toBeUndefined();
  }
});

test('[LTM-3] a text that shows what it is needs nobody to say so', () => {
  const turns = 'user: hi\nassistant: hello\n';
  expect(ruleOf({ text: turns })).toBe('TURN_LOG');
  expect(ruleOf({ text: turns + turns })).toBe('TRANSCRIPT');
  expect(ruleOf({ text: 'TypeError: x is undefined\n    at run (app.js:10:5)' })).toBe(
    'FAILED_CALL',
  );
  expect(ruleOf({ text: 'Error: connection refused' })).toBe('FAILED_CALL');
  expect(ruleOf({ text: '<think>First I should look.</think>' })).toBe('REASONING');
  expect(ruleOf({ text: 'Maybe Ada likes tea.' })).toBe('SPECULATION');
  expect(ruleOf({ text: 'Step 3 of 7 is running.' })).toBe('STATUS');
});

test('[LTM-3] an ordinary statement is none of these', () => {
  for (const text of [
    'Ada said: user: is a reserved word in our schema.',
    'Errors are logged to Sentry.',
    'Ada is probably the best cook in town.',
    'The running shoes are in the hall.',
    'Deploys run at 5 pm, pending approval by Bob.',
  ]) {
    expect([text, ruleOf({ text })]).toEqual([text, undefined]);
  }
  expect(ruleOf({ text: 'Maybe call me Ada.', source: 'user_stated' })).toBeUndefined();
});

test('[LTM-3] a decision is kept with its reason', () => {
  const decision = { kind: 'decision', text: 'We use Postgres.' };
  expect(ruleOf(decision)).toBe('NO_REASON');
  expect(ruleOf({ ...decision, reason: 'it is what the team knows' })).toBeUndefined();
  expect(ruleOf({ ...decision, text: 'We use Postgres because we know it.' })).toBeUndefined();
});

test('[LTM-3] an identifier is kept with its value', () => {
  const identifier = { kind: 'identifier', text: 'The order number is ZFA04Y.' };
  expect(ruleOf(identifier)).toBe('NO_VALUE');
  expect(ruleOf({ ...identifier, value: 'ZFA04Y' })).toBeUndefined();
});
