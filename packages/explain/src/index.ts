export { answerValue } from './answer-value.ts';
export { type DecisionText, describeDecision } from './describe-decision.ts';
export { describeSchedule } from './describe-schedule.ts';
export { messageHolds } from './explain-value.ts';
export { printContext } from './print-context.ts';
export type { HoldingRecord, ValueAction, ValueAnswer } from './value-facts.ts';
