import type { Message } from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { aTextMessage } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { aiSdk } from './ai-sdk/ai-sdk-format.ts';
import { aiSdkUi } from './ai-sdk-ui/ai-sdk-ui-format.ts';
import { anthropic } from './anthropic/anthropic-format.ts';
import { google } from './google/google-format.ts';
import { openAiResponses } from './openai-responses/openai-responses-format.ts';

const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'LOCKED' };
const content = {
  role: 'model',
  parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'LOCKED' }, { text: 'Three.' }],
};

const thinking = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 'LOCKED' },
    { type: 'text', text: 'Three.' },
  ],
};

/** Reasoning that only its provider can read, as it came. */
const LOCKED = [
  ['openai-responses', openAiResponses.read(item)],
  ['google', google.read(content)],
  ['anthropic', anthropic.read(thinking)],
] as const;

const FORMATS = [openAi, openAiResponses, anthropic, google, aiSdk, aiSdkUi];

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
