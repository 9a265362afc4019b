// Names that examples in doc comments may take for granted, so that each can show its one thing.
// This file stands for one of the package in its name, and finds what that package finds.
import type { Embedder } from '@agent-memory/long-term';

export declare const embedder: Embedder;

/** The function of this name in transformers.js, as far as examples use it. */
export declare function pipeline(
  task: 'feature-extraction',
  model: string,
): Promise<
  (
    texts: string[],
    options: { pooling: 'mean'; normalize: boolean },
  ) => Promise<{ tolist(): number[][] }>
>;
