import type { Sentence } from './sentences.ts';

const POLITE =
  "(?:(?:please|oh|and|also|ok(?:ay)?|hey|hi|bitte|por favor|s[’']il te plaît)[,!]? +)*";
/** "Remember that …": whatever statement is behind it is to be kept. */
const REMEMBER = new RegExp(
  `^${POLITE}(?:(?:(?:can|could|would|will) you (?:please )?|you (?:should|can) |i(?:['’]d| would)? (?:want|like|need) you to |(?:make|be) sure (?:you |to )?)?(?:(?:remember|keep (?:it |this )?in mind|bear (?:it |this )?in mind|make a (?:mental )?note|take (?:a )?note|keep a note|memori[sz]e|(?:save|store|jot down|write down)(?= (?:this|it|in|for)(?!\\p{L})))(?: (?:please|this|it|of (?:this|the fact)|in (?:your )?memory|for (?:later|next time|the (?:future|next time)|future (?:reference|chats|sessions))))*)(?: that|[:,])|(?:keep|bear) in mind(?= (?:i|we|my|our)(?:['’]\\p{L}+)? )|(?:don['’]t|do not|never) forget(?: that|[:,])|merk(?:e|en sie)? dir(?: bitte)?[,:]? dass|vergiss (?:bitte )?nicht,? dass|denk(?:e)? daran,? dass|recuerda(?: por favor)? que|no (?:olvides|te olvides de) que|ten en cuenta que|(?:retiens|note|souviens-toi|rappelle-toi)(?: bien)? que|n['’]oublie pas que) +`,
  'iu',
);
/** These are said of a task as often: only the user's own are meant to be kept. */
const NOTE = new RegExp(
  `^${POLITE}(?:(?:please )?note(?: for (?:later|next time|the future))?(?: that|[:,])?|remember|(?:don['’]t|do not|never) forget|for (?:your information|future reference|the record)|just so you know|fyi|zur info|nota|para que (?:lo )?sepas|pour info)[,:]? +(?=(?:i|i['’]\\p{L}+|my|we|we['’]\\p{L}+|our|ich|wir|meine?|unsere?|mis?|nuestr[oa]s?|soy|tengo|je|j['’]\\p{L}+|mon|ma|mes|nos|notre)(?![\\p{L}'’]))`,
  'iu',
);
/** Says nothing without what stands around it, or is no statement. */
const POINTING =
  /^(?:to|this|that|it|these|those|them|you|how|what|when|where|why|who|if|whether|the (?:following|above|below|code|function|script|file|first|second|last|next|output|example|loop|array|variable|test)|das|dies|es|wie|eso|esto|cómo|ça|cela|comment)(?![\p{L}])/iu;
/** Asked of the writer's own, it is no question. */
const OF_SELF = /^(?:i|we|my|our)(?:['’]\p{L}+)? /iu;
const FEWEST_WORDS = 3;

/** The statement that the user asks to have kept, in a sentence of its own; `undefined` where they ask for none. */
export function wishIn({ text, core, bare }: Sentence): Sentence | undefined {
  const asked = REMEMBER.exec(text) ?? NOTE.exec(text);
  if (!asked || bare.trimStart() === '') return undefined;
  const from = asked[0].length - (text.length - core.length);
  const said = text.slice(asked[0].length).replace(/\?+$/u, '');
  const plain = from >= 0 ? bare.slice(from, from + said.length) : said;
  if (text.endsWith('?') && !OF_SELF.test(said)) return undefined;
  const isTold = said.split(/\s+/u).length >= FEWEST_WORDS && !POINTING.test(said);
  return isTold ? { text, core: said, bare: plain } : undefined;
}
