import { ownWords } from './own-words.ts';
import type { ReadableEntry } from './readable-entry.ts';
import { takesBackMessage } from './self-corrections.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { isPasted } from './statement-fault.ts';
import { isJoke } from './taken-back.ts';

/** The user asks that something which they said is not known any more. Plain data, stored with the session. */
export interface ForgetRequest {
  /** The message that asks. */
  readonly entryId: string;
  /** So many messages of the user before it may have said what "that" is; absent where `topic` names it. */
  readonly within?: number;
  /** The words that name it: "Ghent" of "forget what I said about Ghent". */
  readonly topic?: string;
  /** A yes to the removal of what a pass has shown: records about something the user has ruled out. */
  readonly isConfirming?: boolean;
  /** Everything about it, and not what was said last. */
  readonly isAll?: boolean;
}

const POLITE =
  '(?:(?:please|oh|no|nein|non|ok(?:ay)?|sorry|wait|actually|bitte|por favor|can you|could you|you can|you should)[,.!]? )*';
const STOP = '[.!…]*$';
const SAID = `i(?:['’]ve| have)? (?:just )?(?:said|told you|mentioned|shared|wrote)(?: earlier| before)?`;
const ABOUT = `(?:about|of|on|regarding) (?<topic>[^.!?]{2,80})`;

/** "Forget that": of the message ahead alone, because people also say it of a task. */
const THAT = new RegExp(
  `^${POLITE}(?:forget (?:that|this|it)(?: please)?|vergiss (?:das|es)(?: bitte)?|vergessen sie das|olvida (?:eso|esto)|olvídalo|oublie[sz]? (?:ça|cela))${STOP}`,
  'iu',
);
/** Behind an offer it declines: "Shall I also book a hotel?" */
const OFFER =
  /(?<!\p{L})(?:shall (?:i|we)|should (?:i|we)|would you (?:like|prefer)|(?:do you )?want me to|soll(?:en)? (?:ich|wir)|möchtest du|möchten sie|quieres que|te gustaría|veux-tu que|voulez-vous que|dois-je)(?!\p{L})(?! (?:know|anything|something else))/iu;
/** Politeness as often as an offer. */
const VAGUE_OFFER =
  /\?["”»)]*\s*$|(?<!\p{L})(?:i (?:can|could) (?:also|\p{L}+)|let me know if|sag bescheid|avísame si|dis-moi si)(?!\p{L})/iu;
/** "Forget it" is an idiom too; "forget that" is one less often. */
const IT = new RegExp(
  `^${POLITE}(?:forget it|vergiss es|olvídalo|oublie[sz]? (?:ça|cela))(?!\\p{L})`,
  'iu',
);
/** Words that are about memory alone. */
const NOT_KEPT = new RegExp(
  String.raw`^${POLITE}(?:(?:do not|don['’]t|never) (?:remember|save|store|keep|memori[sz]e|record) (?:that|this|it|what ${SAID})(?: please)?|forget what ${SAID}|(?:merk dir|speicher\p{L}*) (?:das|dies)(?: bitte)? nicht|vergiss,? was ich (?:gerade |eben )?(?:gesagt|geschrieben|erzählt) habe|no (?:guardes|recuerdes|anotes) (?:eso|esto)|olvida lo que (?:te )?(?:dije|he dicho|conté)|ne (?:retiens|garde|note|mémorise)[sz]? pas (?:ça|cela)|oublie[sz]? ce que j['’]ai dit)${STOP}`,
  'iu',
);
const ABOUT_TOPIC: readonly RegExp[] = [
  new RegExp(
    `^${POLITE}(?:forget|delete|erase|remove) (?<all>everything|anything|all)(?: (?:that )?(?:you (?:know|have|stored|remember|noted)|${SAID}))? (?:about|on) (?<topic>[^.!?]{2,80})${STOP}`,
    'iu',
  ),
  new RegExp(`^${POLITE}forget about (?<topic>(?:my|our) [^.!?]{2,60})${STOP}`, 'iu'),
  new RegExp(
    `^${POLITE}(?:forget|delete|drop|(?:do not|don['’]t) (?:remember|save|store|keep)) (?<all>everything|anything|all)?(?:(?:^| )?what|(?:^| )?that)? ?${SAID} ${ABOUT}${STOP}`,
    'iu',
  ),
  new RegExp(
    `^${POLITE}(?:forget|(?:do not|don['’]t) (?:remember|save|store|keep in mind)) that (?<topic>(?:i|my|we|our)(?:['’]\\p{L}+)? [^.!?]{2,80})${STOP}`,
    'iu',
  ),
  new RegExp(
    `^${POLITE}forget (?<topic>my (?:name|address|birthday|phone number|number|e-?mail(?: address)?|job|employer|home|age|allerg(?:y|ies)))${STOP}`,
    'iu',
  ),
  new RegExp(
    `^${POLITE}vergiss,? (?:bitte,? )?(?<all>alles)?,? ?was ich (?:dir )?(?:über|von) (?<topic>[^.!?]{2,80}) (?:gesagt|erzählt|geschrieben) habe${STOP}`,
    'iu',
  ),
  new RegExp(`^${POLITE}vergiss(?: bitte)?,? dass (?<topic>ich [^.!?]{2,80})${STOP}`, 'iu'),
  new RegExp(
    `^${POLITE}olvida (?<all>todo )?lo que (?:te )?(?:dije|he dicho|conté) (?:sobre|de) (?<topic>[^.!?]{2,80})${STOP}`,
    'iu',
  ),
  new RegExp(`^${POLITE}olvida que (?<topic>[^.!?]{2,80})${STOP}`, 'iu'),
  new RegExp(
    `^${POLITE}oublie[sz]? (?<all>tout )?ce que j['’]ai dit (?:sur|de|à propos de) (?<topic>[^.!?]{2,80})${STOP}`,
    'iu',
  ),
  new RegExp(`^${POLITE}oublie[sz]? que (?<topic>[^.!?]{2,80})${STOP}`, 'iu'),
];

const CONFIRMS = new RegExp(
  `^(?:yes|yep|yeah|sure|ok(?:ay)?|ja|sí|si|oui)[,.! ]+(?:please |bitte |por favor )?(?:delete|remove|forget|erase|lösch(?:e|en sie)?|vergiss|entferne?|bórral[oa]s?|elimínal[oa]s?|olvídal[oa]s?|supprime[zs]?|efface[zs]?|oublie[zs]?)(?:[ -](?:them|it|those|these|that|all(?: of (?:them|it|those))?|everything|sie|es|alle|alles|las|los|todo|les|tout))?(?: please| bitte)?${STOP}`,
  'iu',
);

/** A shorter sentence beside a request says nothing of its own: "Oh wait." */
const FEWEST_WORDS = 3;
/** Messages of the user that "don't remember that" may be about. */
const NEAR = 3;

/**
 * The requests of a message, in the words of its writer alone: text that is pasted, quoted or handed over
 * asks for nothing [GRD-1]. It knows English, German, Spanish and French.
 *
 * @param ahead the messages before it: who declines an offer says "forget it" too.
 */
export function forgetRequestsIn(
  { role, entryId, text }: ReadableEntry,
  ahead: readonly ReadableEntry[] = [],
): readonly ForgetRequest[] {
  if (role !== 'user' || text === '' || isPasted(text)) return [];
  const sentences = sentencesOf(ownWords(text)).filter(({ bare }) => /^\S/u.test(bare));
  if (CONFIRMS.test(text.trim())) return [{ entryId, isConfirming: true }];
  const answer = ahead.findLast(({ role: by }) => by !== 'tool');
  const asked = answer?.role === 'assistant' ? answer.text : '';
  const said = ownWords(ahead.findLast(({ role: by }) => by === 'user')?.text ?? '');
  return sentences.flatMap((sentence, index): readonly ForgetRequest[] => {
    const next = sentences[index + 1];
    if (next && isJoke(next)) return [];
    // "Remember: …" opens a sentence, and "do not remember" does too.
    const forms = [sentence.core, sentence.text];
    const isOneOf = (pattern: RegExp) => forms.some((said) => pattern.test(said));
    const groups = ABOUT_TOPIC.flatMap((pattern) =>
      forms.map((said) => pattern.exec(said)?.groups),
    ).find(Boolean);
    if (groups) return [{ entryId, topic: groups.topic ?? '', isAll: groups.all !== undefined }];
    const others = sentences.filter((one) => one !== sentence && saysSomething(one));
    // With other sentences "that" is what they say, and a message that is taken back is not kept at all.
    if (others.length > 0) return [];
    if (isOneOf(NOT_KEPT)) return [{ entryId, within: NEAR }];
    const isAlone = sentences.every((one) => one === sentence || wordsIn(one) === 1);
    const isTakenBack = isAlone && (isJoke(sentence) || takesBackMessage(sentence, said, asked));
    const isAsked = isOneOf(THAT) && !declines(sentence, asked);
    return isAsked || isTakenBack ? [{ entryId, within: 1 }] : [];
  });
}

function saysSomething(sentence: Sentence): boolean {
  return wordsIn(sentence) >= FEWEST_WORDS;
}

function wordsIn({ core }: Sentence): number {
  return core.trim().split(/\s+/u).length;
}

function declines({ core }: Sentence, asked: string): boolean {
  return OFFER.test(asked) || (IT.test(core) && VAGUE_OFFER.test(asked));
}
