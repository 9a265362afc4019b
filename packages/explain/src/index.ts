export { type DecisionText, describeDecision } from './describe-decision.ts';
export { describeSchedule } from './describe-schedule.ts';
export { explainAbsence, messageHolds } from './explain-value.ts';
export { printContext } from './print-context.ts';
