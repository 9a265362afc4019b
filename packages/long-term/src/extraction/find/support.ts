/** Words by which a statement is told about somebody, and that say nothing by themselves. */
const FRAME = new Set(
  'user users prefers prefer wants want likes like needs need uses use said says stated states asked asks confirmed confirms corrected corrects put right assistant answer answers should would always the and for with that this from their they them has have had was were are his her its not when what who which been being also very more most than then there about into will can may does did der die das den dem des ein eine einen und für mit von nutzer nutzers nutzerin benutzer benutzers bevorzugt möchte will usuario usuaria prefiere quiere que los las del una por con para utilisateur utilisatrice préfère veut les des une pour avec dans est sont bin ist hat habe haben soy tengo tiene suis'.split(
    ' ',
  ),
);

/**
 * A "not", or that something has ended. Besides the supported languages it knows Italian, Dutch,
 * Portuguese, Polish, Russian and Japanese: a model may quote any of them.
 */
export const NEGATION =
  /(?<!\p{L})(?:not|never|no|none|nobody|nothing|neither|nor|\p{L}+n['’]t|(?:do|wo|ca|is|are|did|does)nt|cannot|without|hates?|dislikes?|detests?|refuses?|avoids?|stop(?:s|ped|ping)?|quit|gave up|given up|ceased?|used to|formerly|any ?more|nicht|nichts|kein\p{L}*|nie|niemals|ohne|hass\p{L}*|aufgehört|früher|nunca|nadie|nada|sin|odi[ao]|detest[ao]|dej(?:é|ó|ado) de|ne|n['’]\p{L}+|pas|jamais|sans|non|déteste|arrêté|cessé|nessun\p{L}*|niente|senza|smesso|niet|niets|geen|nooit|zonder|gestopt|não|sem|parei|nie|nigdy|bez|przesta\p{L}*|не|нет|ни|никогда|без|перестал\p{L}*|бросил\p{L}*)(?!\p{L})|(?:な[いくか]|ません|ぬ|やめ|辞め|嫌い)/iu;

/** A sentence that says something else with its two things in the other order. */
const ORDERED =
  /(?<!\p{L})(?:prefer\p{L}* .+ (?:to|over|than|instead of)|(?:rather|more|better|less|worse) .*than|owe[sd]?|gives?|gave|lends?|lent|sends?|sent|pays?|paid|sells?|sold|(?:bevorzug|ziehe)\p{L}* .+ (?:vor|gegenüber)|lieber .*als|schuldet?|schulde|gibt|gebe|zahlt|leiht|prefier\p{L}* .+ (?:a|al|que|antes)|(?:debe|doy|da|paga|presta)|préf(?:èr|ér)\p{L}* .+ (?:à|au|aux|plutôt)|(?:doit|donne|prête|paie))(?!\p{L})/iu;

/** This part of the words of a statement has to stand in its source. */
const SUPPORTED_SHARE = 0.6;
const STEM_LETTERS = 5;
const PRESENT_ENDING = /(?:ies|es|[seoaty]|st)$/u;

/**
 * Whether a source says what a statement says: its values to the letter, most of its words in some form,
 * and a "not" where the source has one and nowhere else.
 */
export function isSupported(statement: string, source: string): boolean {
  const said = source.toLowerCase();
  if (valuesIn(statement).some((value) => !said.includes(value))) return false;
  if (NEGATION.test(statement) !== NEGATION.test(source)) return false;
  const known = new Set(stemsIn(source));
  const stems = stemsIn(statement);
  if (stems.length === 0) return true;
  const shared = stems.filter((stem) => known.has(stem));
  if (shared.length < SUPPORTED_SHARE * stems.length) return false;
  return !ORDERED.test(source) || isInOrder(shared, [...known]);
}

/** The words behind the "not" of "this, not that". */
const DENIED = /(?<!\p{L})(?:not|nicht|no|pas|non|niet)\s+(?<denied>[^,.;!?]+)/giu;

/** Whether a statement denies what its quotation says: "not in Lyon" of "no, Lyon". */
export function deniesQuote(statement: string, quote: string): boolean {
  const denied = (text: string) =>
    stemsIn([...text.matchAll(DENIED)].map(({ groups }) => groups?.denied ?? '').join(' '));
  const deniedThere = new Set(denied(quote));
  const said = new Set(stemsIn(quote));
  return denied(statement).some((stem) => said.has(stem) && !deniedThere.has(stem));
}

function isInOrder(stems: readonly string[], known: readonly string[]): boolean {
  const places = [...new Set(stems)].map((stem) => known.indexOf(stem));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

/** Numbers, names of things with a sign in them, addresses. */
function valuesIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d][\p{L}\d._@:/#+-]*[\p{L}\d]|\d/gu) ?? []).filter(
    (word) => /[\d_@]/u.test(word),
  );
}

/** The words of a text that say something, without endings: "live" and "lives" are one, "lived" is another. */
export function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
    .filter((word) => !FRAME.has(word))
    .map(stemOf);
}

function stemOf(word: string): string {
  const bare = word.length > 3 ? word.replace(PRESENT_ENDING, '') : word;
  return (bare.length < 3 ? word : bare).slice(0, STEM_LETTERS);
}
