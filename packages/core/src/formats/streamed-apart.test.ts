import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { Message } from '../message/message.ts';
import { makePlan } from '../plan/make-plan.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays } from '../view/overlay.ts';
import { aiSdkFormat } from './ai-sdk/ai-sdk-format.ts';
import { aiSdkUiFormat } from './ai-sdk-ui/ai-sdk-ui-format.ts';
import { anthropicFormat } from './anthropic/anthropic-format.ts';
import { chatTemplateFormat } from './chat-template/chat-template-format.ts';
import { openAiFormat } from './openai/openai-format.ts';

const streamed = (message: Message): Message => ({ ...message, providerMessageId: 'msg_1' });

const MESSAGES: readonly Message[] = [
  aTextMessage('user', 'Hi'),
  streamed(aTextMessage('assistant', 'Looking.')),
  streamed(aToolCall({ callId: 'a' })),
  streamed(aToolCall({ callId: 'b' })),
  aToolResult({ callId: 'a' }),
  aToolResult({ callId: 'b' }),
];

const item = (message: Message): Message => ({ ...message, format: 'openai-responses' });

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

const FORMATS = [openAiFormat, chatTemplateFormat, anthropicFormat, aiSdkFormat, aiSdkUiFormat];

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
        overlays: noOverlays(),
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
