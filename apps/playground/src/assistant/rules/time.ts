import { type Rule, say } from '../assistant-move.ts';

/** The time and the date. */
export const answerTime: Rule = ({ question, now }) => {
  if (/\bwhat(?:'s|’s| is)? (?:the )?time\b|\btime is it\b/i.test(question)) {
    return say(`It is ${now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}.`);
  }
  if (/\b(what day|what date|the date|today's date|which day)\b/i.test(question)) {
    const date = now.toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    return say(`Today is ${date}.`);
  }
  return undefined;
};
