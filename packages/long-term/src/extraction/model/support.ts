/** Words by which a statement is told of somebody, and that say nothing by themselves. */
const FRAME = new Set(
  'user users prefers prefer wants want likes like needs need uses use said says stated states asked asks confirmed confirms corrected corrects put right assistant answer answers should would always the and for with that this from their they them has have had was were are his her its not when what who which been being also very more most than then there about into will can may does did der die das den dem des ein eine einen und für mit von nutzer benutzer bevorzugt möchte will usuario prefiere quiere que los las del una por con para utilisateur préfère veut les des une pour avec dans est sont'.split(
    ' ',
  ),
);

const NEGATION =
  /(?<!\p{L})(?:not|never|no|none|\p{L}+n['’]t|cannot|without|hates?|dislikes?|detests?|refuses?|avoids?|stop|nicht|kein\p{L}*|nie|niemals|ohne|hass\p{L}*|nunca|sin|odi[ao]|detest[ao]|pas|jamais|sans|déteste)(?!\p{L})/iu;

/** This part of the words of a statement has to stand in its source. */
const SUPPORTED_SHARE = 0.6;
const STEM_LETTERS = 5;

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
  return stems.filter((stem) => known.has(stem)).length >= SUPPORTED_SHARE * stems.length;
}

/** Numbers, names of things with a sign in them, addresses. */
function valuesIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d][\p{L}\d._@:/#+-]*[\p{L}\d]|\d/gu) ?? []).filter(
    (word) => /[\d_@]/u.test(word),
  );
}

function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
    .filter((word) => !FRAME.has(word))
    .map((word) => word.slice(0, STEM_LETTERS));
}
