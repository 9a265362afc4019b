import type { ExtractionRule } from '../candidate.ts';
import { stemsIn } from '../find/support.ts';
import { type AskedOf, type Clause, clausesOf, USER } from './clauses.ts';
import { isTurned } from './turned.ts';

/** A statement of a model, and what it is held against. */
export interface HeldStatement {
  readonly text: string;
  /** The whole sentences of which its quotation has words. */
  readonly sentences: readonly string[];
  /** An answer says it as well, so that the sentence may be a scrap: "no, Lyon". */
  readonly isReply: boolean;
}

const USER_AHEAD =
  /^(?:(?:the |this )?user|(?:der |die )?(?:be)?nutzer(?:in)?|(?:el |la )?usuari[oa]|l['’]utilisat(?:eur|rice)|i|we|ich|wir|je|nous|yo|he|she|they|er|sie|él|ella|il|elle)(?!\p{L}|['’]s(?!\p{L}))|^j['’]/iu;
const SKIPPED =
  /^(?:(?:also|always|never|often|usually|does|not|doesn['’]t|currently|really|auch|immer|nie|también|siempre|no|ne|se|aussi) )+/iu;
const WISH =
  /(?<!\p{L})(?:want(?:s|ed)?|prefer\p{L}*|likes?|ask(?:s|ed)|expects?|bevorzugt|möchte|will|wünscht|prefiere|quiere|pide|préfère|veut|souhaite|demande)(?!\p{L})/iu;
const GROUP =
  /^(?:the|das|el|la|l['’]) ?(?<group>team|project|app|company|projekt|equipo|proyecto|équipe|projet)(?!\p{L})/iu;
const WE = /(?<!\p{L})(?:we|our|wir|unser\p{L}*|nosotros|nuestr[oa]s?|nous|notre|nos)(?!\p{L})/iu;
const CONDITION =
  /(?<!\p{L})(?:in (?:my|our|the|an?|this) (?:novel|book|story|dream|game|film|movie|poem|song)|(?:story|novel|dream|scenario|poem|song) (?:in which|where)|in (?:meinem|einem) (?:roman|traum|buch)|en mi (?:novela|sueño)|dans mon (?:roman|rêve)|unless|if|whether|in case|provided|assuming|as long as|wenn|falls|sofern|ob|es sei denn|si|a menos que|siempre que|à moins que|s['’]il)(?!\p{L})/iu;

/**
 * The rule that a statement breaks when it is held against the clauses that carry its words [EXT-5]: they
 * have somebody else as their subject, hold under a condition, or say it another way round.
 */
export function clauseFault({
  text,
  sentences,
  isReply,
}: HeldStatement): ExtractionRule | undefined {
  const whole = sentences.join(' ');
  if (CONDITION.test(whole) && !CONDITION.test(text)) return 'SPECULATION';
  const asked = askedOf(text);
  const clauses = sentences.flatMap((sentence) => clausesOf(sentence, asked));
  const parts = clausesOf(inNameOf(text, whole), asked);
  const carried = parts.every((part, index) => isCarried(part, index, clauses, isReply));
  if (!carried) return 'OTHER_PERSON';
  return !isReply && isTurned(text, parts, clauses) ? 'UNSUPPORTED' : undefined;
}

function askedOf(text: string): AskedOf {
  const behind = text.replace(USER_AHEAD, '').trim().replace(SKIPPED, '');
  return {
    stems: new Set(stemsIn(text)),
    verb: /^[\p{L}'’]+/u.exec(behind)?.[0].toLowerCase() ?? '',
    isWish: WISH.test(text),
  };
}

/** Whether all words that a part of a statement shares with its source stand in clauses of its subject. */
function isCarried(
  part: Clause,
  index: number,
  clauses: readonly Clause[],
  isReply: boolean,
): boolean {
  const [head] = part.stems;
  const isDoneToUser = USER.test(part.text);
  const isOfUser = part.subject.kind === 'user';
  const carriers = clauses.filter(({ text, stems, subject }) => {
    if (subject.kind === 'unknown' && isReply) return true;
    if (isOfUser && subject.kind === 'user') return true;
    // "The user's son" is carried by "my son", and "because the team knows it" by what the team does.
    if (isOfUser && !(index > 0 && !USER_AHEAD.test(part.text))) return false;
    if (subject.kind === 'other' && subject.heads.length > 0) {
      return (
        head !== undefined &&
        (subject.heads.includes(head) ||
          part.stems.some((stem) => index > 0 && subject.heads[0] === stem))
      );
    }
    if (subject.kind === 'user' && isDoneToUser) return false;
    const owned = subject.kind === 'user' ? [] : ownedIn(text);
    if (owned.some((stem) => !part.stems.includes(stem))) return false;
    return head !== undefined && stems.includes(head);
  });
  const carried = new Set(carriers.flatMap(({ stems }) => stems));
  const known = new Set(clauses.flatMap(({ stems }) => stems));
  return part.stems.every((stem) => carried.has(stem) || !known.has(stem));
}

const OWNED = /(?<!\p{L})(?:my|our|mein\p{L}*|unser\p{L}*|mi|mis|mon|ma|mes) (?<owned>\p{L}+)/giu;

/** The words behind "my": "The name of my wife" tells of the wife. */
function ownedIn(text: string): readonly string[] {
  return [...text.matchAll(OWNED)].flatMap(({ groups }) => stemsIn(groups?.owned ?? ''));
}

/** "The team uses" tells of "we use", where the source names no team. */
function inNameOf(text: string, whole: string): string {
  const group = GROUP.exec(text)?.groups?.group?.toLowerCase();
  const isWe = group !== undefined && WE.test(whole) && !whole.toLowerCase().includes(group);
  return isWe ? text.replace(GROUP, 'We') : text;
}
