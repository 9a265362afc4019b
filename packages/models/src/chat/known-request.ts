import type { KnownNames } from '@agent-memory/core/internal';
import type { ChatRequest } from './chat-model.ts';

/** The fields of a request, by their names. */
export const CHAT_REQUEST = {
  messages: true,
  tools: true,
  maxTokens: true,
  temperature: true,
  answerSchema: true,
  urgency: true,
  signal: true,
  onDelta: true,
  onSilence: true,
  onCall: true,
} as const satisfies KnownNames<ChatRequest>;
