// @ts-check

/** Signs that a model may take for those of a tag. */
const ANGLES = /[＜﹤ᐸ˂]/gu;
const HYPHENS = /[\u2010-\u2015\u2043\u02d7\u2212\ufe58\ufe63\uff0d]/gu;
/** Delimiters of chat templates and of calls, as they stand in a prompt. */
const DELIMITERS =
  /<\||<｜|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?s>|<\/?tool_(?:call|response)s?>|<\/?function_calls?>|<\/?system>|<!--|<!\[CDATA\[|\n\s*\n\s*(?:Human|Assistant|System|User):/u;

/**
 * Whether something in an envelope closed it, opened another one, or speaks in the syntax of a template.
 *
 * @param {string} text
 * @param {string} name
 */
export function hasLeft(text, name) {
  const seen = text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(ANGLES, '<')
    .replace(HYPHENS, '-');
  const edges = [...seen.matchAll(/<\s*\/?\s*\p{L}+-\p{L}[\p{L}-]*\s*>?/gu)].map(([edge]) => edge);
  if (edges.length === 0) return DELIMITERS.test(seen);
  const isWhole = edges.length === 2 && edges[0] === `<${name}>` && edges[1] === `</${name}>`;
  const inside = seen.slice(
    seen.indexOf(`<${name}>`) + name.length + 2,
    seen.lastIndexOf(`</${name}>`),
  );
  return !isWhole || DELIMITERS.test(inside);
}
