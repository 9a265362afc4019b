import { withoutHiddenCharacters } from './hidden-characters.ts';

/*
 * Text of another origin is put back into a context in an envelope such as `<earlier-conversation>`,
 * and must not be able to end it, to begin another one, or to speak in the syntax with which a
 * template tells a model who speaks. The first character of such a delimiter is replaced by one that
 * looks alike; all else stays to the letter.
 */

/** `<`, and characters that are read as it. */
const ANGLES = '<＜﹤ᐸ˂';
const ANGLE = `[${ANGLES}]`;
/** A letter, or a number or sign that is drawn as one: `ⅼ`, `ⓛ`. */
const LETTER = '[\\p{L}\\p{Nl}\\u24B6-\\u24E9]';

/** A slash, and characters that are read as it. */
const SLASH = '[/⁄∕／\\\\⧸╱⟋]';
/** An opening bracket, but for one of a quotation or of the address of a link. */
const BRACKET = `(?![„‚])(?<!\\])[\\p{Ps}${ANGLES}‹≪⋖«]`;
const LINE = '[\\p{Pd}\\p{Pc}\\u02D7\\u2043\\u2212·•.~]';

/** A name of our envelopes. */
function named(joint: string): string {
  const first = 'live|archive|known|earlier|new|recalled|found|quoted|user|tool';
  const second =
    'notes|scratchpad|manifest|records|memories|messages|words|results?|conversation|summar(?:y|ies)|documents';
  return `\\s{0,9}(?:${inAnyForm(first)})${joint}(?:${inAnyForm(second)})(?![\\p{L}\\p{N}])`;
}

/** In letters of any case and width. */
function inAnyForm(pattern: string): string {
  return pattern.replace(/[a-z]/gu, (letter) => {
    const both = letter + letter.toUpperCase();
    return `[${both}${both.replace(/./gu, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))}]`;
  });
}

const DELIMITERS = [
  // Edges of our envelopes: all of them have a hyphen in their name, which no HTML element has, so that
  // ordinary markup passes untouched.
  `${ANGLE}(?=\\s*(?:${SLASH}\\s*){0,4}${LETTER}(?:${LETTER}|\\p{N})*[-\\u2010-\\u2015\\u2043\\u02D7\\u2212\\uFE58\\uFE63\\uFF0D]${LETTER})`,
  // Look-alikes of such an edge: `<//live notes>`, `[/live_notes]`, `<live_notes>`, `[live-notes]`.
  `${BRACKET}(?=(?:\\s{0,9}${SLASH}){1,4}${named(`(?:${LINE}|\\s){0,3}`)})`,
  `[${ANGLES}‹\\[［〈⟨《【](?=${named(`${LINE}{1,3}`)})`,
  // `<|im_start|>`, `<|eot_id|>`, `<｜User｜>`: turns and special tokens of most templates.
  `${ANGLE}(?=[|｜])`,
  // `<ns:call>`: calls of tools as some models write them.
  '<(?=/?[a-z]+:[a-z])',
  // Tags by which templates mark turns, calls, reasoning, the begin and the end.
  '<(?=/?(?:system|developer|user|human|assistant|instructions?|think(?:ing)?|invoke|parameter|tools?|(?:tool|function)_(?:calls?|responses?|results?|outputs?)|(?:start|end)_of_[a-z]+|s|[be]os|[se]op|pad|unk|mask)[\\s/>])',
  // `<SYSTEM MODE>`, `<system_prompt>`: orders dressed up as a part of the prompt.
  `<(?=/?${inAnyForm('(?:system|developer|user|assistant)[_ ](?:prompt|message|mode|instruction|override|rule)s?')}\\s*/?>)`,
  // `<<SYS>>` of Llama 2.
  '<(?=</?SYS>>)',
  // Within a comment or a literal section no closing tag would count.
  '<(?=!--|!\\[CDATA\\[)',
  // `[INST]` and its kin, of Llama 2 and Mistral.
  '\\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_(?:CALLS|RESULTS|CONTENT)|CALL_ID|ARGS|THINK|PREFIX|MIDDLE|SUFFIX)\\])',
  // `### Instruction:` of Alpaca and its kin.
  '^#(?=##[ \\t]*(?:Instruction|Input|Response|System|User|Human|Assistant)\\b)',
  // Turns of text completion begin with a name behind an empty line. A gap is read from its start alone.
  '(?<!\\s)\\s+(?=(?:Human|Assistant|System|User):)',
];
const DELIMITER = new RegExp(DELIMITERS.join('|'), 'gmu');

/**
 * The text without hidden characters and without anything that a model could take for the edge of an
 * envelope or a delimiter of its template: `</earlier-conversation>` becomes `‹/earlier-conversation>`.
 * Harmless text stays as it is, however often it is put into an envelope.
 */
export function harmless(text: string): string {
  return withoutHiddenCharacters(text).replace(DELIMITER, (found) => {
    if (found.trim() !== '') return found === '#' ? '＃' : '‹';
    return /\n.*\n/su.test(found) ? '\n' : found;
  });
}

/** Tells whether a text may stand in an envelope as it is. */
export function isHarmless(text: string): boolean {
  return harmless(text) === text;
}
