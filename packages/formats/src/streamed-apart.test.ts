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

const streamed = (message: Message): Message => ({ ...message, providerMessageId: 'msg_1' });

const MESSAGES: readonly Message[] = [
  aTextMessage('user', 'Hi'),
  streamed(aTextMessage('assistant', 'Looking.')),
  streamed(aToolCall({ callId: 'a' })),
  streamed(aToolCall({ callId: 'b' })),
  aToolResult({ callId: 'a' }),
  aToolResult({ callId: 'b' }),
];

const item = (message: Message): Message => ({
  ...message,
  format: 'openai-responses',
  isItem: true,
});

/** The items of an answer, which have no id in common, and the outputs of its calls. */
const ITEMS: readonly Message[] = [
  item(aTextMessage('user', 'Hi')),
  item({ role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] }),
  item(aTextMessage('assistant', 'Looking.')),
  item(aToolCall({ callId: 'a' })),
  item(aToolCall({ callId: 'b' })),
  item(aToolResult({ callId: 'a' })),
  item(aToolResult({ callId: 'b' })),
];

const FORMATS = [openAi, chatTemplate, anthropic, aiSdk, aiSdkUi];

test.each(
  FORMATS.flatMap((format) => [
    [format.name, 'streamed apart under one id', format, MESSAGES] as const,
    [format.name, 'items', format, ITEMS] as const,
  ]),
)(
  '[MSG-4] for %s words and calls that were %s are one message of the assistant',
  (_, __, { render }, said) => {
    const { messages } = render(
      makePlan({
        sessionId: 's',
        transcript: aTranscript(said),
        overlays: storeRules.noOverlays(),
        budget: fixedBudget(10_000),
        fixed: {},
        sections: [],
        degraded: [],
        measurer: simpleMeasurer,
      }),
    );
    const answers = messages.filter(({ role }: { readonly role: string }) => role === 'assistant');
    expect(answers).toHaveLength(1);
    for (const word of ['Looking.', '"a"', '"b"']) expect(JSON.stringify(answers)).toContain(word);
  },
);
