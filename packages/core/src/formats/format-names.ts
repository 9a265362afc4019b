import type { FormatName } from './named-formats.ts';

/** The names of the formats that come with the library. */
export const FORMAT_NAMES = [
  'openai',
  'openai-responses',
  'anthropic',
  'google',
  'ai-sdk',
  'ai-sdk-ui',
  'chat-template',
] as const satisfies readonly FormatName[];
