import { call, type Rule } from '../assistant-move.ts';

const FORGET = /^(?:please )?forget (?:that |about )?(?<about>.{2,})$/is;
const ERASE = /^(?:please )?erase (?:that |about )?(?<about>.{2,})$/is;

/** Forgets what the user wants forgotten, and erases what is to leave no trace. */
export const answerForgetting: Rule = ({ question }) => {
  const forgotten = aboutOf(FORGET, question);
  if (forgotten) return call('forget_memory', { about: forgotten });
  const erased = aboutOf(ERASE, question);
  return erased ? call('erase_memory', { about: erased }) : undefined;
};

function aboutOf(pattern: RegExp, question: string): string | undefined {
  return pattern.exec(question)?.groups?.about?.replace(/[.!\s]+$/, '');
}
