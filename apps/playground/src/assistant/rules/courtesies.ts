import { type Rule, say } from '../assistant-move.ts';

const COURTESIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(hi|hello|hey|good (morning|afternoon|evening))\b/i,
    'Hello! Tell me something worth keeping, such as the number of an order, and ask for it later.',
  ],
  [/\b(thanks|thank you|cheers)\b/i, 'You are welcome.'],
  [
    /^(bye|goodbye|see you|good night)\b/i,
    'Goodbye. This conversation stays here until you clear it.',
  ],
];

/** Greetings, thanks and goodbyes. */
export const answerCourtesies: Rule = ({ question }) => {
  const found = COURTESIES.find(([pattern]) => pattern.test(question));
  return found && say(found[1]);
};
