import type { OpenAiMessage } from '@agent-memory/core';

export function aTextMessage(content: string): OpenAiMessage {
  return { role: 'user', content };
}
