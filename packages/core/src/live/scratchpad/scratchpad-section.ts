import { estimateTokens } from '../../tokens/estimate-tokens.ts';
import type { LiveSection } from '../live-section.ts';
import { shareTokensOf, tokensInEnvelope } from '../section-texts.ts';
import { stateSection } from '../state-section.ts';
import { scratchpadText } from './scratchpad-text.ts';

/** The share of the input budget that a scratchpad may fill, unless it is told another one [PAD-3]. */
export const SCRATCHPAD_SHARE = 0.1;

/** How full a scratchpad is. */
export interface PadFill {
  /** Of its text in its envelope. */
  readonly tokens: number;
  /** More would be cut from the context. */
  readonly roomTokens: number;
  readonly text: string;
}

/** How full a scratchpad of the usual share is in a context of so many tokens. */
export function padFill(
  pad: unknown,
  inputTokens: number,
  count: (text: string) => number = estimateTokens,
): PadFill {
  const text = scratchpadText(pad);
  const section = scratchpadSection(pad);
  const roomTokens = shareTokensOf(section, inputTokens);
  return { text, tokens: tokensInEnvelope(section, text, count), roomTokens };
}

/** The scratchpad as a section of the live tier; the same object for the same pad and share. */
export function scratchpadSection(pad: unknown, share = SCRATCHPAD_SHARE): LiveSection {
  const state = typeof pad === 'object' && pad !== null ? pad : NO_PAD;
  const lead = 'Scratchpad, notes you keep for yourself';
  return stateSection(state, { kind: 'scratchpad', share, lead }, () => scratchpadText(state));
}

const NO_PAD = Object.freeze({});
