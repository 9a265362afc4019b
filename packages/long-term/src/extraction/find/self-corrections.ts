import { type Sentence, sentencesOf } from './sentences.ts';
import { stemsIn } from './support.ts';

const STOP = '[ .!…)]*$';
const SIGH =
  '(?:(?:no|nope|oh|ah|ups|oops|whoops|sorry|wait|actually|well|but|ok(?:ay)?|please|my bad|hm+|ach|nein|quatsch|halt|moment|bitte|entschuldigung|espera|perdón|por favor|non|pardon|attends|désolée?)[,.!:;…—–-]* +)*';
/** "Sorry, I meant beer": it replaces what was said. */
const MEANT = new RegExp(
  `^${SIGH}(?:i (?:meant|mean)(?! (?:it|what|every)(?!\\p{L}))|i (?:wanted|intended) to say|ich (?:meinte|meine)|ich wollte .{2,60} sagen|quise decir|quería decir|(?:yo )?me refería a|je (?:voulais|veux) dire) (?:to say )?(?<meant>[^.!?]{1,80})`,
  'iu',
);
const NOT_THAT = /(?:,| and| und| y| et)? (?:not|nicht|no|pas) (?<denied>[^,.!?]+)$/iu;
const FALSE = new RegExp(
  `^${SIGH}(?:${[
    `(?:(?:that|this|it|all (?:of )?(?:that|this|it)|what i (?:just )?said)(?:['’]?s| is| was) (?:(?:just|only|all|actually|totally|completely) )*(?:a lie|wrong|false|untrue|incorrect|nonsense|rubbish|made up|a joke|a test|a mistake|an error|a typo)|(?:that|this|it)(?:['’]?s| is| was) not (?:true|right|correct)|(?:that|this|it) (?:isn|wasn)['’]?t (?:true|right|correct)|none of (?:that|this|it) (?:is|was) true|i (?:lied|made (?:that|it) up))`,
    '(?:(?:das|es|alles) (?:war|ist) (?:nur )?(?:gelogen|falsch|eine lüge|ein witz|ein fehler|ein versehen|ein test|quatsch|unsinn|nicht (?:wahr|richtig))|(?:das )?stimmt (?:so )?(?:gar )?nicht|(?:da )?habe ich gelogen)',
    '(?:(?:eso|esto|todo) (?:era|es|fue) (?:mentira|falso|una broma|un error|una prueba)|(?:eso |esto )?no (?:es|era) (?:verdad|cierto|correcto)|mentí)',
    "(?:(?:ça )?c[’'](?:est|était) (?:faux|un mensonge|une erreur|une blague|un test)|ce n[’'](?:est|était) pas (?:vrai|correct|exact)|j[’']ai menti)",
  ].join('|')})${STOP}`,
  'iu',
);
const UNDO = new RegExp(
  `^${SIGH}(?:${[
    '(?:can you |could you )?(?:ignore|disregard|scratch|strike|delete|erase|remove) (?:that|this|it|all (?:of )?(?:that|this)|the above|my (?:last|previous) (?:message|sentence)|what i (?:just )?(?:said|wrote))(?: please)?',
    '(?:ignorier|lösch|streich)(?:e|en sie)? (?:das|dies|es|die letzte nachricht)(?: bitte)?',
    '(?:ignora|borra|elimina) (?:eso|esto|lo anterior|mi último mensaje)|(?:ignóra|bórra|elimína)lo',
    '(?:ignore|efface|supprime)[zs]? (?:ça|cela|mon dernier message)',
  ].join('|')})${STOP}`,
  'iu',
);
const NEVER_MIND = new RegExp(`^${SIGH}never ?mind(?: that)?${STOP}`, 'iu');
const WRONG_CHAT = new RegExp(
  `^${SIGH}(?:(?:that|this|it) was (?:meant |intended )?for (?:someone|somebody) else|(?:sorry )?(?:that was |this is |it was )?(?:the )?wrong (?:chat|window|tab|thread|person|conversation|channel|recipient)|falsche[rs]? (?:chat|fenster|unterhaltung|empfänger)|(?:chat|ventana|persona) equivocad[oa]|mauvais(?:e)? (?:chat|fenêtre|conversation|destinataire))${STOP}`,
  'iu',
);
/** "No, beer": a few words in place of others. */
const INSTEAD =
  /^(?:(?:no|nope|sorry|correction|scratch that|or rather|wait|actually|oops|nein|quatsch|falsch|halt|moment|perdón|espera|mejor dicho|non|pardon|attends|plutôt)[,.!:;…—–-]+ *)+(?!\s*(?:thanks?|thank|please|danke|bitte|gracias|merci|no|that|this)(?!\p{L}))(?<rest>[^?]+)$/iu;
const MOST_WORDS_INSTEAD = 2;
/** The same within a sentence: "I live in Porto, no wait, Lisbon". */
const WITHIN =
  /[,;:…—–-]\s*(?:no,? wait|wait,? no|(?:no|nope|sorry|wait|nein|quatsch|halt|moment|perdón|non|pardon)[,!…]|i mean(?:t)?(?! (?:it|what|every)(?!\p{L}))|scratch that|correction|make that|or rather|ich mein(?:t)?e|besser gesagt|digo|quiero decir|mejor dicho|je veux dire|enfin,)\s*[,:]?\s*\p{L}/iu;
const FEWEST_WORDS_AHEAD = 3;

/** The extent to which a sentence takes back what its message says before it. */
export function takesBackHow(
  sentence: Sentence,
  ahead: Sentence,
): 'sentence' | 'message' | undefined {
  const { text } = sentence;
  if (undoesMessage(sentence)) return 'message';
  if (FALSE.test(text) || NEVER_MIND.test(text)) return 'sentence';
  return meansInstead(sentence, ahead.core) || standsInstead(text, ahead.core)
    ? 'sentence'
    : undefined;
}

/** Whether a sentence takes back all that its message says before it. */
export function undoesMessage({ text, core }: Sentence): boolean {
  return UNDO.test(text) || UNDO.test(core) || WRONG_CHAT.test(text);
}

/** Whether a sentence corrects itself before it ends. */
export function correctsItself({ bare }: Sentence): boolean {
  const place = WITHIN.exec(bare)?.index ?? 0;
  return wordsOf(bare.slice(0, place)).length >= FEWEST_WORDS_AHEAD;
}

/** Whether a sentence says what was meant in place of words: those behind its "not", if it has one. */
function meansInstead({ text }: Sentence, ahead: string): boolean {
  const meant = MEANT.exec(text)?.groups?.meant;
  if (meant === undefined) return false;
  const denied = stemsIn(NOT_THAT.exec(meant)?.groups?.denied ?? '');
  const said = new Set(stemsIn(ahead));
  return denied.every((stem) => said.has(stem));
}

function standsInstead(text: string, ahead: string): boolean {
  const rest = INSTEAD.exec(text)?.groups?.rest?.trim();
  if (rest === undefined) return false;
  return wordsOf(rest).length <= MOST_WORDS_INSTEAD || opening(rest) === opening(ahead);
}

/** "I live" of "I live in Porto". */
function opening(text: string): string {
  return wordsOf(text.toLowerCase()).slice(0, 2).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

/**
 * Whether a message of its own takes back what the user's message before it said. Where the answer
 * between them claims something, "that's not true" may be said of the answer; "I meant Lisbon" may be
 * about any sentence of a longer message.
 */
export function takesBackMessage(sentence: Sentence, said: string, answer: string): boolean {
  const [only, ...others] = sentencesOf(said);
  if (!only) return false;
  if (meansInstead(sentence, said)) return others.length === 0;
  const isOfMessage =
    UNDO.test(sentence.text) || WRONG_CHAT.test(sentence.text) || FALSE.test(sentence.text);
  return isOfMessage && claimsNothing(answer, said);
}

const ACKNOWLEDGING =
  /^(?:(?:ok(?:ay)?|noted|got it|thanks?(?: you)?|understood|sure|alright|great|perfect|good|saved|done|verstanden|notiert|alles klar|gut|danke|entendido|anotado|vale|perfecto|gracias|compris|noté|d['’]accord|parfait|merci)(?!\p{L})[,.!:;—–-]*\s*)*(?:i(?:['’]ll| will|['’]ve| have)? (?:remember|keep|note|noted|saved?|updated)(?!\p{L})[^.!?]*)?/iu;
const YOU =
  /(?<!\p{L})(?:you(?:['’]\p{L}+)?|yours?|now|dein\p{L}*|dich|jetzt|vous|votre|ahora)(?!\p{L})/giu;

/** Whether an answer only takes note of what it answers, or asks. */
function claimsNothing(answer: string, said: string): boolean {
  const known = new Set(stemsIn(said));
  return sentencesOf(answer).every(
    ({ text }) =>
      /\?["”»)]*$/u.test(text) ||
      stemsIn(text.replace(ACKNOWLEDGING, '').replace(YOU, '')).every((stem) => known.has(stem)),
  );
}
