export type { Embedder } from '@agent-memory/long-term';
