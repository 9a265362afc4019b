import { call, type Rule, say, stepWith } from '../assistant-move.ts';
import { reportPage } from '../pages/read-page.ts';

const READ = /^(?:please )?(?:read|open) the page (?:about|on) (?<about>[\p{L} -]{2,40})[.!]*$/iu;

/** Reads a page that the user names. */
export const answerPages: Rule = (turn) => {
  const about = READ.exec(turn.question)?.groups?.about?.trim().toLowerCase();
  if (!about) return undefined;
  const read = stepWith(turn, 'read_page');
  return read ? say(reportPage(read.result)) : call('read_page', { about });
};
