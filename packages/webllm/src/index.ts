export type { LocalModel } from '@agent-memory/models';
export type { WebLlmModel } from './model/model-record.ts';
export { webLlm } from './web-llm.ts';
export type { WebLlmOptions } from './web-llm-options.ts';
