// @ts-check
import {
  LONGEST_WHOLE_VALUE,
  leafTexts,
  SHORTEST_VALUE,
  wordsLikeIdentifiers,
} from './needed-values.mjs';
import { unescaped } from './text-places.mjs';

/**
 * The values in the arguments of a tool call that a model could use: an argument of 4 to 60 characters as it
 * is, of longer ones the words that look like names once the punctuation at their ends is gone.
 *
 * @param {string} argumentsJson
 * @returns {ReadonlySet<string>} each value once
 */
export function cleanValuesOf(argumentsJson) {
  const values = leafTexts(argumentsJson).flatMap((text) =>
    text.length > LONGEST_WHOLE_VALUE
      ? wordsLikeIdentifiers(text).filter(isLongEnough).map(withoutPunctuation).filter(isName)
      : [text].filter(isLongEnough).map((whole) => unescaped(whole).trim()),
  );
  return new Set(values.filter(isLongEnough));
}

/** @param {string} text */
function isLongEnough(text) {
  return text.length >= SHORTEST_VALUE;
}

/** @param {string} word */
function withoutPunctuation(word) {
  return word.replace(/[.:#@/-]+$/, '').replace(/^(?:[:#-]|\/\/)+/, '');
}

/**
 * The end of a sentence, a method that everything has (".push") and two plain words with a slash are no names.
 *
 * @param {string} word
 */
function isName(word) {
  const behindDot = word.replace(/^\/?\.+/, '');
  const isMarked = /[\d_./]/.test(behindDot) || /[a-z][A-Z]/.test(behindDot);
  return isMarked && /[A-Za-z\d]/.test(word) && !/^[A-Za-z]+\/[A-Za-z]+$/.test(word);
}
