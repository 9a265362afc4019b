import { type Rule, say } from '../assistant-move.ts';
import { STORIES } from '../story-texts.ts';

/** Tells a long story; another one each time, as far as the context still shows the last. */
export const answerStories: Rule = ({ question, texts }) => {
  if (!/\b(story|stories|tale|something long|long text|fill the context)\b/i.test(question)) {
    return undefined;
  }
  const told = texts.filter(({ origin }) => origin === 'assistant').map(({ text }) => text);
  const fresh = STORIES.find((story) => !told.includes(story));
  return say(fresh ?? STORIES[told.length % STORIES.length] ?? '');
};
