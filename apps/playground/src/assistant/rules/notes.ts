import { call, type Rule } from '../assistant-move.ts';

const NOTE = /^(?:please )?(?:remember|note|keep in mind)(?: that|:)? (?<fact>.{3,})$/is;

/** Puts on the scratchpad what the user asks to be remembered. */
export const answerNotes: Rule = ({ question }) => {
  const fact = NOTE.exec(question)?.groups?.fact?.replace(/[.!\s]+$/, '');
  return fact ? call('remember', { fact }) : undefined;
};
