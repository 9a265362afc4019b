import type { DefaultScratchpad } from '../live/scratchpad/default-scratchpad.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import { providerMedia } from '../tokens/media-tokens.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { memoryOf } from './create-agent-memory.ts';
import { sessionPartsOf } from './session-options.ts';

/** A memory whose figures are those of a counter from the first one on, and not better ones later. */
export function memoryMeasuredBy(
  counter: TokenCounter,
  options: AgentMemoryOptions<DefaultScratchpad>,
): AgentMemory<DefaultScratchpad> {
  const measurer = createMeasurer(counter, options.model, providerMedia);
  return memoryOf(sessionPartsOf(options, measurer));
}
