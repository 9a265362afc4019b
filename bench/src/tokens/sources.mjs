// @ts-check
import { textOf } from '../replay/chat-message.mjs';
import { OWN_TEXTS } from './own-texts.mjs';
import { packageSources } from './package-texts.mjs';

/** @typedef {import('../replay/sessions.mjs').Session} Session */

/** @typedef {'prose' | 'code' | 'json' | 'cyrillic' | 'cjk'} Kind */

/**
 * Texts of one kind and one origin: a recorded session, a package, a letter.
 *
 * @typedef {object} Source
 * @property {Kind} kind
 * @property {string} name
 * @property {readonly string[]} texts
 */

/** @type {readonly Kind[]} */
export const KINDS = ['prose', 'code', 'json', 'cyrillic', 'cjk'];

/** Share of symbols from which a text without a fence is no prose. */
const SYMBOLS_OF_PROSE = 0.03;

/**
 * Every text that the estimator is tried on: recorded sessions, installed packages, and texts that
 * were written for it.
 *
 * @param {readonly Session[]} sessions
 * @returns {Source[]}
 */
export function allSources(sessions) {
  return [
    ...sessions.flatMap(sessionSources),
    ...packageSources(),
    ...OWN_TEXTS.map(({ kind, name, text }) => ({ kind, name, texts: [text] })),
  ];
}

/**
 * The texts of a session by kind: whatever parses as a JSON object or list, arguments of calls
 * among it, is JSON; what a tool answered, stands between fences or is full of symbols is code; the
 * rest is prose.
 *
 * @param {Session} session
 * @returns {Source[]}
 */
export function sessionSources({ id, messages }) {
  /** @type {Record<'prose' | 'code' | 'json', string[]>} */
  const texts = { prose: [], code: [], json: [] };
  for (const message of messages) {
    for (const call of message.tool_calls ?? []) texts.json.push(call.function.arguments);
    const text = textOf(message);
    if (isJson(text)) texts.json.push(text);
    else if (message.role === 'tool') texts.code.push(text);
    else {
      text.split('```').forEach((part, at) => {
        texts[at % 2 === 1 || isFullOfSymbols(part) ? 'code' : 'prose'].push(part);
      });
    }
  }
  return /** @type {('prose' | 'code' | 'json')[]} */ (Object.keys(texts))
    .filter((kind) => texts[kind].length > 0)
    .map((kind) => ({ kind, name: id, texts: texts[kind] }));
}

/** @param {string} text */
function isJson(text) {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Only looks like it: a log line in brackets, a part of a program.
    return false;
  }
}

/** @param {string} text */
function isFullOfSymbols(text) {
  const symbols = text.match(/[^\p{L}\p{N}\s.,'"!?-]/gu)?.length ?? 0;
  return symbols > SYMBOLS_OF_PROSE * text.length;
}
