import { attributesIn } from '../../change/user/attributes.ts';
import { inFirstPerson } from '../../change/user/first-person.ts';

/** Words by which people name an attribute of theirs. */
const TOPICS: Readonly<Record<string, RegExp>> = {
  residence:
    /(?<!\p{L})(?:where i (?:live|lived)|home|address|city|town|wohn\p{L}*|adresse|vivo|habite)(?!\p{L})/iu,
  employer:
    /(?<!\p{L})(?:where i work|jobs?|work|employer|company|arbeit\p{L}*|trabajo|travail)(?!\p{L})/iu,
  profession: /(?<!\p{L})(?:jobs?|profession|occupation|beruf|profesión|métier)(?!\p{L})/iu,
  name: /(?<!\p{L})(?:names?|nombre|nom)(?!\p{L})/iu,
  'form of address': /(?<!\p{L})(?:names?|nombre|nom)(?!\p{L})/iu,
};
const FILLERS = new Set(
  'i my me we our the a an is are am that this what where who how about using use living working being having liking und der die das ein eine mein meine ich bin wohne que el la los las mi mis un una estoy de le les mon ma mes je des'.split(
    ' ',
  ),
);
const STEM_LETTERS = 5;

/** Whether a statement is about what somebody names: by its words, or by the attribute that they mean. */
export function isAboutTopic(statement: string, topic: string): boolean {
  const isOfAttribute = attributesIn(inFirstPerson(statement)).some(({ attributes }) =>
    attributes.some((attribute) => TOPICS[attribute]?.test(topic) === true),
  );
  if (isOfAttribute) return true;
  const wanted = stemsIn(topic).filter((word) => !FILLERS.has(word));
  const said = new Set(stemsIn(statement));
  return wanted.length > 0 && wanted.every((word) => said.has(word));
}

function stemsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.map((word) =>
    FILLERS.has(word) ? word : word.replace(/s$/u, '').slice(0, STEM_LETTERS),
  );
}
