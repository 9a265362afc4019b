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

test.each([openAiFormat, chatTemplateFormat, anthropicFormat, aiSdkFormat, aiSdkUiFormat])(
  '[MSG-4] words and calls that were streamed apart under one id are one message of the assistant for $name',
  ({ render }) => {
    const { messages } = render(
      makePlan({
        sessionId: 's',
        transcript: aTranscript(MESSAGES),
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
    for (const said of ['Looking.', '"a"', '"b"']) expect(JSON.stringify(answers)).toContain(said);
  },
);
