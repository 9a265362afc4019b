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
export function isOfTopic(statement: string, topic: string): boolean {
  return TOPICS.some(([named, words]) => named.test(topic) && words.test(statement));
}
