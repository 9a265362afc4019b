import type { ExtractionRule } from '../candidate.ts';
import { NEGATION, stemsIn } from '../find/support.ts';
import { type AskedOf, type Clause, clausesOf, USER } from './clauses.ts';

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

/** Words that take from a statement; the statement and its source have both or neither. */
const LIMITERS: readonly RegExp[] = [
  /(?<!\p{L})(?:hardly|barely|scarcely|rarely|seldom|kaum|selten|apenas|rara vez|casi nunca|rarement|à peine|guère)(?!\p{L})/iu,
  /(?<!\p{L})(?:almost|nearly|practically|beinahe|fast|casi|presque)(?!\p{L})/iu,
  /(?<!\p{L})(?:only|exclusively|nur|ausschließlich|sólo|solo|solamente|seulement|uniquement)(?!\p{L})/iu,
  /(?<!\p{L})(?:sometimes|occasionally|once in a while|now and then|manchmal|gelegentlich|a veces|parfois)(?!\p{L})/iu,
  /(?<!\p{L})(?:far from|anything but|alles andere als|weit davon|lejos de|loin d)(?!\p{L})/iu,
  /(?<!\p{L})(?:no longer|any ?more|used to|formerly|stop(?:s|ped|ping)?|quit|gave up|given up|ceased?|nicht mehr|früher|aufgehört|ya no|dej(?:é|ó|ado) de|antes|plus|arrêté|cessé)(?!\p{L})/iu,
  /(?<!\p{L})(?:except|apart from|other than|außer|excepto|salvo|sauf)(?!\p{L})/iu,
];

/** Words of wishes and attempts, which are not facts yet; `told` are the words by which a statement says so too. */
const RESERVATIONS: readonly { readonly said: RegExp; readonly told: RegExp }[] = [
  {
    said: /(?<!\p{L})(?:(?:wants?|wanted|likes?|loves?|hopes?|hoping|plan(?:s|ned|ning)?|intend(?:s|ed)?|tr(?:y|ies|ied|ying)|going|about|wish(?:es)?|need(?:s|ed)?|ought|supposed|pretend(?:ed)?|dream\p{L}*|consider\p{L}*|thinking|appl(?:y|ied)|refused?|fail(?:ed)?|declined?|forgot|offered|asked|told|invited|agreed|promised|allowed|paid|ha(?:ve|d)) (?:to|of|about)|would|could|should|wish|consider(?:ing)?|möchte|würde|will|wollte|könnte|hoffe|plane|überlege|quiero|quisiera|querría|espero|planeo|voudrais|veux|espère|aimerais)(?!\p{L})/iu,
    told: /(?<!\p{L})(?:appl(?:y|ied)|refuse|fail|decline|forgot|offered|asked|told|invited|agreed|promised|allowed|paid|ha(?:s|d) to|must|want|like|love|hope|hoping|plan|intend|tr(?:y|ies|ied)|going to|about to|wish|need|prefer|enjoy|ought|supposed|pretend|dream|consider|thinking|would|could|should|möchte|würde|will|wollte|könnte|hofft|plant|überlegt|bevorzugt|quiere|quisiera|querría|espera|planea|prefiere|voudrait|veut|espère|aimerait|préfère)/iu,
  },
  {
    said: /(?<!\p{L})(?:was|were|had|war|hatte|era|fui|tenía|estaba|étais|avais)(?!\p{L})/iu,
    told: /(?<!\p{L})(?:was|were|had|been|formerly|once|used to|born|war|hatte|era|fue|tenía|estaba|était|avait|né)(?!\p{L})/iu,
  },
  {
    said: /(?<!\p{L})(?:lie|false|untrue|wrong(?:ly)?|myth|rumou?r|doubt\p{L}*|den(?:y|ies|ied)|as if|as though|as (?:an )?example|falsch|gelogen|lüge|mentira|falso|faux|mensonge)(?!\p{L})/iu,
    told: /(?<!\p{L})(?:lie|false|untrue|wrong|myth|rumou?r|doubt|den(?:y|ies|ied)|falsch|lüge|mentira|falso|faux|mensonge)/iu,
  },
];

const LIKING =
  /(?<!\p{L})(?:lik|lov|enjoy|ador|prefer|mag(?!\p{L})|mögen|lieb|bevorzug|gust|encant|am[ao](?!\p{L})|aim|préf)\p{L}*/iu;
const DISLIKING =
  /(?<!\p{L})(?:hat(?:e[sd]?|ing)(?!\p{L})|(?:dislik|detest|loath|despis|hass|verabscheu|odi[ao]|détest)\p{L}*)/iu;
const NOT =
  /(?<!\p{L})(?:not|never|no longer|\p{L}+n['’]t|nicht|nie|kein\p{L}*|no|nunca|ne|n['’]\p{L}+|pas|plus|jamais)(?!\p{L})/iu;
/** Where an attitude to one thing ends and that to another may begin: "I hate how much I love it". */
const ATTITUDE_JOINT =
  /[,;:—–]|\s+(?=(?:how|that|what|why|when|because|and|but|wie|dass|weil|und|aber|cómo|cuánto|lo que|que|porque|y|pero|combien|comme|parce|et|mais)(?!\p{L}))/iu;

const DIRECTIONS: readonly RegExp[] = [
  /^(?:from|off|von|vom|aus|de|del|desde|depuis|du)$/iu,
  /^(?:to|into|towards?|nach|zu|zum|zur|hasta|a|al|à|au|vers)$/iu,
  /^(?:before|vor|until|bis|avant|antes)$/iu,
  /^(?:after|nach|después|après|since|seit)$/iu,
  /^(?:near|outside|around|nahe|außerhalb|cerca|fuera|près|hors)$/iu,
  /^(?:in|inside|within|en|dans)$/iu,
  /^(?:over|above|über)$/iu,
  /^(?:under|below|unter)$/iu,
];

/** Whether a statement says with the words of its clauses something else than they say. */
function isTurned(text: string, parts: readonly Clause[], clauses: readonly Clause[]): boolean {
  const asked = new Set(parts.flatMap(({ stems }) => stems));
  const said = clauses
    .filter(({ stems }) => stems.length === 0 || stems.some((stem) => asked.has(stem)))
    .map((clause) => clause.text)
    .join(' ');
  const whole = clauses.map((clause) => clause.text).join(' ');
  return (
    LIMITERS.some((limiter) => limiter.test(said) !== limiter.test(text)) ||
    RESERVATIONS.some((one) => one.said.test(whole) && !one.told.test(text)) ||
    addsName(text, whole) ||
    isAttitudeToOther(text, whole) ||
    isOver(text, whole) ||
    differ(deniedIn(parts), deniedIn(clauses)) ||
    differ(directionsIn(parts), directionsIn(clauses))
  );
}

/** A name that its source does not have. */
function addsName(text: string, whole: string): boolean {
  const known = new Set(stemsIn(whole));
  const names = text.match(/(?<=[\p{L}\d,;:'’] )\p{Lu}\p{L}{2,}/gu) ?? [];
  return names.some((name) => stemsIn(name).some((stem) => !known.has(stem)));
}

/** A liking or a dislike that its source has of something else. */
function isAttitudeToOther(text: string, whole: string): boolean {
  const attitudes = [LIKING, DISLIKING].filter((attitude) => attitude.test(text));
  const [attitude] = attitudes;
  if (!attitude || attitudes.length > 1) return false;
  const others = [LIKING, DISLIKING].filter((one) => one !== attitude && one.test(whole));
  const objects = stemsIn(text.replace(attitude, ' '));
  return others.some((other) => {
    const near = whole
      .split(ATTITUDE_JOINT)
      .filter((part) => stemsIn(part).some((stem) => objects.includes(stem)));
    const isOther = (part: string) => other.test(part) && !NOT.test(part);
    return near.some(isOther) && !near.some((part) => attitude.test(part));
  });
}

/** A present where its source has a past: "lives" of "lived". */
function isOver(text: string, whole: string): boolean {
  const known = new Set(stemsIn(whole));
  const past = whole.toLowerCase().match(/\p{L}+ed(?!\p{L})/gu) ?? [];
  const present = (text.toLowerCase().match(/\p{L}{3,}s(?!\p{L})/gu) ?? []).flatMap(stemsIn);
  return present.some(
    (stem) => !known.has(stem) && past.some((word) => word.startsWith(stem.slice(0, 4))),
  );
}

type Marks = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether a word that both have is marked in no place of the one as it is in the other. */
function differ(one: Marks, other: Marks): boolean {
  return [...one].some(([stem, marks]) => {
    const there = other.get(stem);
    return there !== undefined && ![...marks].some((mark) => there.has(mark));
  });
}

/** By word, whether it stands behind a "not" of its clause. */
function deniedIn(clauses: readonly Clause[]): Marks {
  const marks = new Map<string, Set<string>>();
  clauses.forEach(({ text, stems }, index) => {
    const next = clauses[index + 1];
    const isDeniedLater = next !== undefined && next.stems.length === 0 && NEGATION.test(next.text);
    const match = NEGATION.exec(text);
    const behind = match ? stemsIn(text.slice(match.index + match[0].length)) : [];
    const denied = match && behind.length === 0 ? stems : behind;
    for (const stem of stems) {
      put(marks, stem, isDeniedLater || denied.includes(stem) ? 'denied' : 'said');
    }
  });
  return marks;
}

/** By word, from where or to where it tells, as far as its preposition says so. */
function directionsIn(clauses: readonly Clause[]): Marks {
  const marks = new Map<string, Set<string>>();
  for (const { text } of clauses) {
    const words = text.split(/[^\p{L}\d'’-]+/u);
    words.forEach((word, index) => {
      const ahead = words.slice(Math.max(0, index - 2), index).toReversed();
      const direction = ahead
        .map((one) => DIRECTIONS.findIndex((known) => known.test(one)))
        .find((found) => found >= 0);
      if (direction === undefined) return;
      for (const stem of stemsIn(word)) put(marks, stem, String(direction));
    });
  }
  return marks;
}

function put(marks: Map<string, Set<string>>, stem: string, mark: string): void {
  marks.set(stem, (marks.get(stem) ?? new Set()).add(mark));
}
