import { fixedBudget, type Message } from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { storeRules } from '@agent-memory/core/internal';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { makePlan } from '../../core/src/plan/make-plan.ts';
import { aTranscript, simpleMeasurer } from '../../core/src/testing/transcripts.ts';
import { aiSdk } from './ai-sdk/ai-sdk-format.ts';
import { aiSdkUi } from './ai-sdk-ui/ai-sdk-ui-format.ts';
import { anthropic } from './anthropic/anthropic-format.ts';
import { chatTemplate } from './chat-template/chat-template-format.ts';
import { google } from './google/google-format.ts';
import { openAiResponses } from './openai-responses/openai-responses-format.ts';

const HALF = '\ud83d';

function planOf(messages: readonly Message[], system: string) {
  const message = aTextMessage('system', system);
  return makePlan({
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays: storeRules.noOverlays(),
    budget: fixedBudget(1_000_000),
    fixed: { system: { message, tokens: simpleMeasurer.message(message) } },
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
}

/** Text that JSON in UTF-8 can say, names of fields among it. */
function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, held]) => isUnicode(name) && isUnicode(held));
}

test.each([openAi, openAiResponses, chatTemplate, anthropic, google, aiSdk, aiSdkUi])(
  '[MSG-6] what $name sends is Unicode, also where a message holds half a surrogate pair',
  ({ name, render }) => {
    const messages: readonly Message[] = [
      aTextMessage('user', `a ${HALF}`),
      aToolCall({ arguments: JSON.stringify({ [`k${HALF}`]: [`b ${HALF}`] }) }),
      aToolResult({ text: `c ${HALF}` }),
      aTextMessage('assistant', `d ${HALF} \u{1F600}`),
      {
        role: 'user',
        parts: [{ type: 'text', text: 'e', extra: { note: `f ${HALF}` } }],
        ...(name !== 'openai' && { format: name }),
      },
    ];
    const context = render(planOf(messages, `g ${HALF}`));
    expect(isUnicode(messages)).toBe(false);
    expect(isUnicode(context)).toBe(true);
    const json = JSON.stringify(context);
    for (const letter of 'abcdg') expect(json).toContain(`${letter} \ufffd`);
    expect(json).toContain('\u{1F600}');
  },
);

test('[MSG-2] a message without half a pair is sent as the object that it is', () => {
  const message = aTextMessage('user', 'Hi \u{1F600}');
  const [, item] = planOf([message], 'Be brief.').items;
  expect(item?.message).toBe(message);
});

test('[CMP-8] a message that was repaired is the same object in the next plan', () => {
  const message = aTextMessage('user', HALF);
  const [first, next] = ['x', 'y'].map((system) => planOf([message], system).items[1]?.message);
  expect(first).not.toBe(message);
  expect(next).toBe(first);
});

test('[MSG-1] arguments that are no JSON keep what is escaped in them', () => {
  const call = aToolCall({ arguments: '{"a":"\\ud83d' });
  expect(planOf([aTextMessage('user', 'Hi'), call], 'x').items[2]?.message).toBe(call);
});
