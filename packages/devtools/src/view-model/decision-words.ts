import { type Decision, type DecisionText, describeDecision } from '@agent-memory/core';

/**
 * A decision in core's words. A rule that core has no sentence for is named, so that its figures
 * still say something.
 */
export function decisionWords(decision: Decision): DecisionText {
  const told: Partial<DecisionText> = describeDecision(decision);
  if (typeof told.sentence === 'string' && told.sentence !== '') {
    return { ...told, sentence: told.sentence };
  }
  return {
    sentence: `Decided by a rule that is newer than this panel, ${decision.rule}; its figures stand below.`,
  };
}
