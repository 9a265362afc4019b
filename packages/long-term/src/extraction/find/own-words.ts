import { ownSentences } from '@agent-memory/core/internal';
import { normalised } from './sentences.ts';
import { isPasted } from './statement-fault.ts';
import { isOfSomebodyElse, startOfOthers } from './words-of-others.ts';

/** A request about a text, as it begins a sentence. */
const TASK =
  /^(?:(?:please|kindly|hi|hello|hey|ok(?:ay)?|bitte|por favor|s'il (?:te|vous) plaît|can you|could you|would you|will you|i (?:want|need) you to|help me(?: to)?|kannst du|könntest du|können sie|puedes|podrías|peux-tu|pouvez-vous|tu peux)[,!]? )*(?:please |bitte |mir |me )?(?:summari[sz]e|sum up|translate|read|check|proof-?read|reply to|respond to|answer|review|rewrite|rephrase|paraphrase|reword|correct|improve|fix|edit|shorten|explain|analy[sz]e|classify|extract|continue|finish|complete|extend|go on with|look at|see|consider|what (?:does|do|is|are|should|would)|how (?:do|should|would)|fass(?:e|en sie)?|übersetz(?:e|en sie)?|lies|lesen sie|prüf(?:e|en sie)?|überprüf(?:e|en sie)?|korrigier(?:e|en sie)?|verbesser(?:e|n sie)?|antworte(?:n sie)?|beantworte(?:n sie)?|erklär(?:e|en sie)?|kürz(?:e|en sie)?|setz(?:e|en sie)?|schau|sieh|resum(?:e|a|ir|es)|traduc(?:e|ir|es)|tradu(?:zca|zcas)|lee|leer|revisa(?:r)?|corrige|corregir|responde(?:r)?|contesta(?:r)?|mejora(?:r)?|explica(?:r)?|analiza(?:r)?|continúa|continuar|sigue|termina(?:r)?|completa(?:r)?|mira|résume[rz]?|tradui[st]|traduire|traduisez|lis|lire|lisez|relis|relire|vérifie[rz]?|corrige[rz]?|réponds|répondre|répondez|améliore[rz]?|explique[rz]?|analyse[rz]?|continue[rz]?|poursui[st]|termine[rz]?|regarde[rz]?)(?!\p{L})/iu;
/** A text that somebody may be asked to read. */
const A_TEXT =
  '(?:e-?mails?|mails?|messages?|texts?|letters?|articles?|pages?|posts?|comments?|notes?|reviews?|transcripts?|documents?|paragraphs?|passages?|sentences?|reports?|chats?|conversations?|cvs?|resumes?|stor(?:y|ies)|poems?|tales?|scenes?|chapters?|dialogues?|essays?|songs?|geschichten?|gedichte?|szenen?|kapitel|historias?|cuentos?|poemas?|escenas?|capítulos?|histoires?|poèmes?|scènes?|chapitres?|nachricht(?:en)?|brief(?:e)?|artikel|seiten?|absatz|satz|sätze|dokument(?:e)?|bericht(?:e)?|correos?|mensajes?|textos?|cartas?|artículos?|páginas?|párrafos?|frases?|documentos?|informes?|courriels?|lettres?|phrases?|paragraphes?|textes?)';
const TEXT_NAMED = new RegExp(
  String.raw`(?<!\p{L})(?:${A_TEXT}|this|these|following|below|folgend\p{L}*|dies\p{L}*|est[aeo]s?|siguientes?|cec?i|cette|ces|cet|suivante?s?)(?!\p{L})`,
  'iu',
);
const TEXT_BY_NAME = new RegExp(String.raw`(?<!\p{L})${A_TEXT}(?!\p{L})`, 'iu');
/** A clause that hands over to somebody else's words: "Here is what the customer wrote:". */
const HANDS_OVER = new RegExp(
  String.raw`(?<!\p{L})(?:wrote|writes?|says?|said|asks?|asked|reads?|states?|stated|repl(?:y|ies|ied)|answer(?:s|ed)?|sent|follow(?:s|ing)|here(?:'s|’s| is| are)|(?:this|below) is|schrieb(?:en)?|schreibt|sagte?|fragte?|lautet|folgt|hier (?:ist|sind)|escribi(?:ó|eron)|escribe|dice|dijo|siguientes?|aquí (?:está|tienes|va)|a écrit|écrit|dit|voici|suit|suivante?s?|(?<!(?:please|my|our|meine|unsere|mi|nuestro|mon|ma|notre) )${A_TEXT})(?!\p{L})[^.!?\n:]{0,60}:(?=\s)`,
  'iu',
);
const LINE_OF_OTHERS =
  /^[ \t]*(?:(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|datum|gesendet|de|para|asunto|fecha|enviado|à|objet|envoyé) ?:\s|(?:on|am|el|le) [^\n]{4,120}(?:wrote|schrieb[^\n]*|escribió|a écrit) ?(?::|[ \t]*$)|-{2,}|={3,}|_{3,}|\*{3,}|<[a-z][^>\n]*>|"{3}|'{3}|["“„«][^"”“»\n]*$)/imu;
const SPEAKER =
  /^[ \t]*(?:\[[^\]\n]*\] ?)?\p{Lu}[\p{L}.-]*(?: \p{Lu}[\p{L}.-]*)?(?: \([^)\n]*\))?: /gmu;
const SIGNED =
  /^[ \t]*(?:(?:all the |with )?(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely|yours(?: \p{L}+)?|cheers|(?:mit )?(?:freundlichen|besten|vielen?|lieben?|viele|liebe|beste) grü(?:ß|ss)en?|lg|mfg|(?:un )?(?:cordial(?:es)? )?saludos?(?: cordiales)?|atentamente|cordialement|bien à (?:vous|toi)|sincères salutations)(?:,|[ \t]*$)/imu;
const COLON_AT_END = /:[ \t]*(?:\n|$)/u;
/** The writer continues in words of their own. */
const GOES_ON =
  /^[ \t]+(?:also|by the way|btw|besides|for the record|außerdem|übrigens|además|por cierto|au fait|de plus)(?!\p{L})/iu;
const SENTENCE = /[^.!?:\n]+[.!?:]*/gu;
const TO_CHANGE =
  '(?:translate|proof-?read|rephrase|paraphrase|reword|rewrite|summari[sz]e|sum up|übersetz(?:e|en sie)?|korrigier(?:e|en sie)?|formulier(?:e|en sie)?|traduc(?:e|ir|es)|traduzca|traduis|traduisez|traduire|reformule[rz]?)';
const ASKED = '(?:(?:please|kindly|can you|could you|would you|now|bitte|por favor),? )*';
/** A request that needs a text, and the text is what stands behind it; or a case that is made up. */
const NEEDS_A_TEXT = new RegExp(
  String.raw`^${ASKED}${TO_CHANGE}(?: (?:into|to|in|ins|auf|al|en)(?!\p{L})[^.!?:\n]{0,30})?[.!?:]*$|^(?:(?:now|ok(?:ay)?|so),? )?(?:(?:suppose|imagine|assume|pretend|consider|say)(?: (?:the following|this|that|for a moment|with me))?|let['’]?s (?:say|pretend|assume)(?: this)?|hypothetically|for (?:example|instance)|angenommen|stell dir (?:folgendes |das )?vor|supongamos|imagina(?: esto)?|supposons|imagine[zs]?(?: ceci)?)[.!:…]+$`,
  'iu',
);
/** The text that it is about stands before it. */
const CHANGE_THAT = new RegExp(
  String.raw`^${ASKED}${TO_CHANGE} (?:that|this|it|these|those|them|das|dies|es|eso|esto|ça|cela)(?!\p{L})[^.!?:\n]{0,40}[.!?:]*$`,
  'iu',
);
/** "Mail from Tom below." before a blank line. */
const ANNOUNCED = new RegExp(
  String.raw`^[^.!?\n]{0,60}?(?<!\p{L})${A_TEXT}(?!\p{L})[^.!?\n]{0,60}?(?<!\p{L})(?:below|attached|from \p{L}|here|follows|unten|von \p{L}|abajo|de \p{L}|ci-dessous)[^.!?\n]{0,40}[.!:]*[ \t]*\n[ \t]*\n`,
  'imu',
);

/**
 * The words of a message that its writer says, up to where they hand over to a text of somebody else:
 * a mail, a page, a customer's words. Where it is in doubt whose words they are they are not the
 * writer's. It knows English, German, Spanish and French.
 */
export function ownWords(text: string): string {
  if (SIGNED.test(text) || isOfSomebodyElse(text) || endsWithTask(text)) return '';
  const ends = [
    LINE_OF_OTHERS.exec(text)?.index,
    endOf(HANDS_OVER.exec(text)),
    endOf(ANNOUNCED.exec(text)),
    endOf(COLON_AT_END.exec(text)),
    startOfTalk(text),
    startOfOthers(text),
    endOfTask(text),
  ];
  return typed(text.slice(0, Math.min(text.length, ...ends.filter((end) => end !== undefined))));
}

/** The text with everything blank that no one types: fences, tables, logs, tags, lines of a form. */
function typed(text: string): string {
  const blank = (from: number, to: number) => text.slice(from, to).replace(/[^\n]/gu, ' ');
  let end = 0;
  const pieces = ownSentences(text).flatMap((sentence) => {
    const piece = [blank(end, sentence.start), sentence.text];
    end = sentence.end;
    return piece;
  });
  return [...pieces, blank(end, text.length)].join('');
}

/** Whether the writer of a message says the words themselves. */
export function isOwn(quote: string, text: string): boolean {
  return !isPasted(text) && normalised(ownWords(text)).includes(normalised(quote));
}

function endOf(match: RegExpExecArray | null): number | undefined {
  return match ? match.index + match[0].length : undefined;
}

/** Two lines that begin with names are somebody's talk. */
function startOfTalk(text: string): number | undefined {
  const [first, second] = text.matchAll(SPEAKER);
  return second && first?.index;
}

/** A request about a text, behind which the text stands; any request before a blank line. */
function endOfTask(text: string): number | undefined {
  for (const match of text.matchAll(SENTENCE)) {
    const said = match[0].trim();
    const end = match.index + match[0].length;
    if (NEEDS_A_TEXT.test(said)) return end;
    if (!TASK.test(said) || GOES_ON.test(text.slice(end))) continue;
    const isIntroduction =
      TEXT_NAMED.test(said) || said.endsWith(':') || /^[ \t]*\n[ \t]*\n/u.test(text.slice(end));
    if (isIntroduction) return end;
  }
  return undefined;
}

/** A text with the request about it behind it. */
function endsWithTask(text: string): boolean {
  const paragraphs = text.trim().split(/\n[ \t]*\n/u);
  const last = paragraphs.at(-1) ?? '';
  // With code above it "this" is the code; a text is called one.
  const named = text.includes('```') ? TEXT_BY_NAME : TEXT_NAMED;
  const isAbove = /(?<!\p{L})(?:above|obige[nmrs]?|oben|de arriba|anterior|ci-dessus)(?!\p{L})/iu;
  return (last.match(SENTENCE) ?? []).some((sentence, index) => {
    const said = sentence.trim();
    return (
      ((index > 0 || paragraphs.length > 1) && CHANGE_THAT.test(said)) ||
      (TASK.test(said) && (isAbove.test(said) || (paragraphs.length > 1 && named.test(said))))
    );
  });
}
