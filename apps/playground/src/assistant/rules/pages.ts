import type { Rule } from '../assistant-move.ts';

const READ = /^(?:please )?(?:read|open) the page (?:about|on) (?<about>[\p{L} -]{2,40})[.!]*$/iu;

/** Reads a page that the user names. */
export const answerPages: Rule = ({ question }) => {
  const about = READ.exec(question)?.groups?.about?.trim().toLowerCase();
  return about
    ? { kind: 'call', call: { toolName: 'read_page', arguments: { about } } }
    : undefined;
};
