import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { aTextMessage } from '../testing/builders.ts';
import { aiSdkFormat } from './ai-sdk/ai-sdk-format.ts';
import { aiSdkUiFormat } from './ai-sdk-ui/ai-sdk-ui-format.ts';
import { anthropicFormat } from './anthropic/anthropic-format.ts';
import { googleFormat } from './google/google-format.ts';
import { openAiFormat } from './openai/openai-format.ts';
import { openAiResponsesFormat } from './openai-responses/openai-responses-format.ts';

const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'LOCKED' };
const content = {
  role: 'model',
  parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'LOCKED' }, { text: 'Three.' }],
};

/** Reasoning that only its provider can read, as it came. */
const LOCKED = [
  ['openai-responses', openAiResponsesFormat.read(item)],
  ['google', googleFormat.read(content)],
] as const;

const FORMATS = [
  openAiFormat,
  openAiResponsesFormat,
  anthropicFormat,
  googleFormat,
  aiSdkFormat,
  aiSdkUiFormat,
];

test.each(
  LOCKED.flatMap(([name, read]) =>
    FORMATS.map((format) => [name, format.name, read, format] as const),
  ),
)(
  '[MSG-2] reasoning that %s locked is written by that format alone: %s',
  (from, to, read, format) => {
    const messages: readonly Message[] = [
      aTextMessage('user', 'How many?'),
      ...read.map(({ message }) => message),
    ];
    const entries = messages.map((message, index) => ({ id: `e${index}`, message }));
    expect(JSON.stringify(format.write(entries)).includes('LOCKED')).toBe(from === to);
  },
);
