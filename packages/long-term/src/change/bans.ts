import type { Refusal } from '../policy/refusal.ts';
import { attributesIn } from './user/attributes.ts';
import { inFirstPerson } from './user/first-person.ts';

/** What the user wants nothing to be kept about. The pattern's group `topic` names it. */
export const BANS: readonly RegExp[] = [
  /^(?:please )?(?:you (?:must|should) )?(?:never|do not|don['’]t)(?: ever)? (?:store|save|remember|keep|record|note|memori[sz]e|log|write down|retain)(?: down)? (?:anything|any (?:\p{L}+ )?(?:information|details?|facts?|notes?|data|records?)|information|details|facts|things|notes|data)(?: (?:at all|that has to do|you (?:learn|hear|know)))? (?:about|on|regarding|concerning|related to|with|of) (?<topic>[^.!?]{2,80})[.!]*$/iu,
  /^(?:bitte )?(?:speicher|merk|notier|behalt)(?:e|en sie)?(?: dir)?(?: bitte)? (?:nie(?:mals)? (?:etwas|irgendetwas)|nichts|keine (?:daten|angaben|informationen)) (?:über|zu|von) (?<topic>[^.!?]{2,80})[.!]*$/iu,
  /^(?:por favor )?(?:nunca|no) (?:guardes|recuerdes|anotes|almacenes|registres) (?:nunca )?(?:nada|ninguna información|datos|información) (?:sobre|acerca de|de) (?<topic>[^.!?]{2,80})[.!]*$/iu,
  /^ne (?:retiens|garde|note|enregistre|stocke|mémorise)[sz]? (?:jamais )?(?:rien|aucune information|d['’]informations?) (?:sur|de|à propos de|concernant) (?<topic>[^.!?]{2,80})[.!]*$/iu,
];

/** The topic that a statement wants nothing to be kept about; `undefined`: it is no such wish. */
export function bannedTopic(statement: string): string | undefined {
  return BANS.map((pattern) => pattern.exec(statement)?.groups?.topic).find(Boolean);
}

/** What people mean by the name of a topic: words of the statements that belong to it. */
const TOPICS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:health|medical|illness|disease|medicine|medication|gesundheit\p{L}*|krankheit\p{L}*|salud|médic\p{L}*|enfermedad\p{L}*|santé|médica\p{L}*|maladie\p{L}*)(?!\p{L})/iu,
    /(?<!\p{L})(?:health\p{L}*|allerg\p{L}*|intoleran\p{L}*|diabet\p{L}*|asthma\p{L}*|cancer|depress\p{L}*|anxiety|adhd|autis\p{L}*|migraine\p{L}*|insomnia|pregnan\p{L}*|illness\p{L}*|ill|sick|diseases?|diagnos\p{L}*|symptoms?|therap\p{L}*|doctors?|surger\p{L}*|hospital\p{L}*|clinic\p{L}*|medic\p{L}*|pills?|insulin|blood|disab\p{L}*|deaf|blind|colou?r-?blind|dyslex\p{L}*|celiac|coeliac|gesund\p{L}*|krank\p{L}*|schwanger\p{L}*|arzt\p{L}*|ärzt\p{L}*|alérgic\p{L}*|embarazada|enferm\p{L}*|salud|médic\p{L}*|santé|enceinte|malad\p{L}*|diabét\p{L}*|médecin\p{L}*)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:family|relatives|children|kids|familie|kinder|familia|hijos|famille|enfants)(?!\p{L})/iu,
    /(?<!\p{L})(?:family|wife|husband|partner|spouse|daughters?|sons?|kids?|child(?:ren)?|mother|father|mom|mum|dad|parents?|brothers?|sisters?|siblings?|grand\p{L}+|frau|mann|tochter|sohn|kind(?:er)?|mutter|vater|bruder|schwester|espos[oa]|hij[oa]s?|madre|padre|herman[oa]s?|femme|mari|filles?|fils|mère|père|frère|sœur)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:money|financ\p{L}*|income|salary|finanz\p{L}*|geld|dinero|finanzas|argent|finances)(?!\p{L})/iu,
    /(?<!\p{L})(?:money|financ\p{L}*|incomes?|salar(?:y|ies)|earn\p{L}*|debts?|loans?|mortgages?|rents?|budgets?|savings?|taxes|invest\p{L}*|pensions?|gehalt|miete|schulden|kredit|sueldo|salario|deudas?|ahorros|salaire|loyer|dettes?|économies)(?!\p{L})|[$€£]\s?\d|\d\s?[€$£]/iu,
  ],
  [
    /(?<!\p{L})(?:location|where i live|address|home|wohnort|adresse|dirección|domicilio|domicile)(?!\p{L})/iu,
    /(?<!\p{L})(?:live in|living in|moved to|based in|address|wohne|umgezogen|vivo en|mudé|habite|déménagé)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:religion|faith|beliefs|politics|political\p{L}*|glaube|politik|política|politique)(?!\p{L})/iu,
    /(?<!\p{L})(?:religio\p{L}*|christian|catholic|protestant|muslim|jewish|hindu|buddhist|atheist|church|mosque|synagogue|pray\p{L}*|vote[sd]?|party|politic\p{L}*|liberal|conservative|socialist|kirche|moschee|partei|gewählt|iglesia|voto|église|vote)(?!\p{L})/iu,
  ],
];

/** Whether a statement belongs to a topic by the words that are common for it. */
function isOfTopic(statement: string, topic: string): boolean {
  return TOPICS.some(([named, words]) => named.test(topic) && words.test(statement));
}

/** Words by which people name an attribute of theirs. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
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

/** Whether a statement is about what somebody names: by its words, those that are common for it, or the attribute that they mean. */
export function isAboutTopic(statement: string, topic: string): boolean {
  const isOfAttribute = attributesIn(inFirstPerson(statement)).some(({ attributes }) =>
    attributes.some((attribute) => ATTRIBUTES[attribute]?.test(topic) === true),
  );
  if (isOfAttribute || isOfTopic(statement, topic)) return true;
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

/** What the wishes among these statements want nothing kept about. */
export function bannedTopics(statements: readonly string[]): readonly string[] {
  return statements.map(bannedTopic).filter((topic) => topic !== undefined);
}

/** Whether nothing of the kind is to be kept. The wish itself is. */
export function isUnwanted(text: string, topics: readonly string[]): boolean {
  return bannedTopic(text) === undefined && topics.some((topic) => isAboutTopic(text, topic));
}

/** Why a model may not have a statement kept. `rules`: what the user told it to do and to leave. */
export function refusalOfUnwanted(text: string, rules: readonly string[]): Refusal | undefined {
  if (!isUnwanted(text, bannedTopics(rules))) return undefined;
  return {
    rule: 'UNWANTED',
    sentence: 'The user wants nothing of the kind kept.',
    remedy: 'The app may store it as the word of the user.',
  };
}
