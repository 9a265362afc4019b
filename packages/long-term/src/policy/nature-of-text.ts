import type { RecordSource } from '../records/memory-record.ts';
import type { StatementNature } from './write-policy.ts';

const SPEAKER = /^\s*(?:user|assistant|human|ai|system|tool)\s*:/gimu;
const STACK = /^\s+at .+:\d+:\d+\)?$|^Traceback \(most recent call last\)/mu;
const FAILURE =
  /^(?:uncaught )?(?:\w+)?(?:error|exception)\b\s*[:(]|^(?:request|call|command) failed\b/iu;
const THINKING = /<\/?think(?:ing)?>|^(?:let me (?:think|check|see)|let's think step by step)\b/iu;
const GUESS = /^(?:maybe|perhaps|possibly|probably|i guess|it (?:might|may|could) be)\b/iu;
const PROGRESS =
  /^(?:in progress|pending|running|waiting|loading|step \d+ of \d+|\d{1,3} ?% (?:done|complete))\b/iu;

/** Lines with a speaker that make a log of turns, and a transcript. */
const TURN_LOG_LINES = 2;
const TRANSCRIPT_LINES = 4;

/**
 * Tells the sort of statement that a text is on its face. It finds only the obvious: an author knows
 * better, and says it in the draft.
 */
export function natureOfText(text: string, source: RecordSource): StatementNature {
  const speakers = text.match(SPEAKER)?.length ?? 0;
  if (speakers >= TRANSCRIPT_LINES) return 'transcript';
  if (speakers >= TURN_LOG_LINES) return 'turn-log';
  if (STACK.test(text) || FAILURE.test(text)) return 'failed-call';
  if (THINKING.test(text)) return 'reasoning';
  if (PROGRESS.test(text)) return 'status';
  // Somebody who says "maybe" of their own wishes has said so; an agent that does is guessing.
  return source === 'agent_inferred' && GUESS.test(text) ? 'speculation' : 'statement';
}
