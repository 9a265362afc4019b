import { SCRATCHPAD_SHARE } from '../scratchpad/scratchpad-section.ts';
import { scratchpadText } from '../scratchpad/scratchpad-text.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';

/** A memory, as far as whoever keeps its scratchpad needs it. */
export type PadMemory<Pad> = Pick<
  AgentMemory<Pad>,
  'getState' | 'patchScratchpad' | 'onEvent' | 'entry' | 'entries' | 'part'
>;

/** How full a scratchpad is: estimated tokens of its text, and those that it may have. */
export interface PadFill {
  readonly tokens: number;
  readonly roomTokens: number;
}

/** More than its room would be cut from the context, so nothing that is kept is larger. */
export function fillOf(pad: unknown, memory: Pick<PadMemory<unknown>, 'getState'>): PadFill {
  const { inputTokens } = memory.getState().budget;
  return {
    tokens: estimateTokens(scratchpadText(pad)),
    roomTokens: Math.floor(inputTokens * SCRATCHPAD_SHARE),
  };
}

/** The change that makes one pad of another: a field that is not in it any more is taken away. */
export function changeTo<Pad extends object>(pad: Pad, wanted: Pad): Partial<Pad> {
  const gone = Object.keys(pad).filter((name) => !Object.hasOwn(wanted, name));
  // A change may name any field; one without a value is a field that the schema has as optional.
  return {
    ...Object.fromEntries(gone.map((name) => [name, undefined])),
    ...wanted,
  } as Partial<Pad>;
}
