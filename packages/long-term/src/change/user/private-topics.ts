/*
 * What is nobody's business but a person's own: health, pregnancy, therapy, sexuality, family matters, wages.
 * People tell it without a subject ("Got diagnosed …", "Bin schwanger"), and a model tells it of a name. In
 * English, German, French, Spanish, Italian and Dutch.
 */
const STATE =
  '(?:pregnant|suicidal|depressed|bipolar|autistic|sober|trans(?:gender)?|gay|lesbian|bisexual|queer|divorced|widowed|infertile|hiv[- ]positive|an? alcoholic|addicted|on sick leave|in (?:rehab|therapy)|(?:an? )?(?:muslim|jewish|jew)|schwanger|depressiv|suizidal|trocken|schwul|lesbisch|geschieden|verwitwet|süchtig|krankgeschrieben|arbeitslos|in therapie|enceinte|dépressi(?:f|ve)|sobre|homosexuel(?:le)?|divorcée?|veuf|veuve|au chômage|en arrêt maladie|embarazada|deprimid[oa]|sobri[oa]|divorciad[oa]|viud[oa]|en paro|de baja|incinta|depress[oa]|divorziat[oa]|zwanger|depressief|gescheiden|werkloos)';
const IS =
  "(?:am|is|was|are|were|be|been|being|got|i?['’]?m|['’]s|bin|ist|war|sind|suis|est|étais|était|soy|es|estoy|está|estaba|sono|è|ben|was)";
const ILLNESS =
  '(?:cancer|hiv|aids|adhd|add|ptsd|ocd|diabetes|depressions?|anxiety|epilepsy|leuk[a]?emia|parkinson|dementia|alzheimer|schizophrenia|burn-?out|chemo(?:therapy)?|an? (?:miscarriage|abortion|stroke|heart attack|breakdown|tumou?r|affair|seizure)|krebs|adhs|depressionen|angststörung(?:en)?|epilepsie|demenz|eine? (?:fehlgeburt|abtreibung|schlaganfall|herzinfarkt|tumor|affäre)|(?:un |le )?(?:cancer|diabète|sida|vih)|une (?:dépression|fausse couche)|(?:el )?(?:cáncer|sida|vih)|depresión|ansiedad|un (?:aborto|tumor|infarto)|(?:il )?(?:cancro)|depressione|ansia|kanker|een (?:depressie|miskraam|hartaanval))';
const HAS =
  "(?:have|has|had|having|ive|got|gets?|suffers? from|suffering from|fighting|battling|habe|hat|hatte|leidet? an|leide an|ai|a|avait|souffr\\p{L}+ (?:de|d['’])|tengo|tiene|tuvo|tuve|padec\\p{L}+|sufr\\p{L}+(?: de)?|ho|ha|soffr\\p{L}+ di|heb|heeft|had|lijdt aan)";
const HELPER =
  '(?:therapist|psychiatrist|psychologist|psychotherapist|oncologist|gyn[a]?ecologist|shrink|divorce lawyer|aa (?:meetings?|sponsor)|therapeut(?:in)?|psychiater(?:in)?|psycholog(?:e|in)|frauenarzt|onkologe|psychiatre|psychologue|thérapeute|gynécologue|psiquiatra|psicólog[oa]|terapeuta|psichiatra|psicologo|psycholoog)';
const KIN =
  '(?:wife|husband|spouse|partner|girlfriend|boyfriend|ex|mother|father|mom|mum|dad|son|daughter|child(?:ren)?|kids?|baby|family|doctor|salary|wages?|income|debts?|health|illness|disease|diagnosis|medication|pregnancy|divorce|religion|faith|sexuality|birthday|home address|frau|mann|ehefrau|ehemann|mutter|vater|sohn|tochter|kind(?:er)?|arzt|gehalt|krankheit|femme|mari|mère|père|fils|fille|enfants?|médecin|salaire|maladie|esposa|esposo|marido|mujer|madre|padre|hij[oa]s?|médico|sueldo|salario|enfermedad|moglie|marito|figli[oa]|stipendio|vrouw|moeder|vader|zoon|dochter|salaris)';
const MEDICINE =
  '(?:lithium|antidepressants?|insulin|methadone|prozac|sertraline|xanax|valium|ritalin|adderall|ssris?|antidepressiva|antidépresseurs|insuline|antidepresivos|insulina|antidepressivi)';
const LOST =
  '(?:fired|laid off|sacked|let go|arrested|evicted|dumped|assaulted|raped|gekündigt|entlassen|verlassen|verhaftet|licenciée?|virée?|despedid[oa]|licenziat[oa]|ontslagen)';

const OWES =
  "(?:(?:owe[sd]?|owing) (?:(?:\\p{L}+|[\\d.,€$£]+) ){0,4}?|(?:behind|late|in arrears) (?:on|with) )(?:(?:the|a|his|her|their|my) )?(?:bank|landlord|tax office|irs|mortgage|rent|credit card|loan shark)|schulde[nt]? (?:der|einer|seiner|ihrer) bank|doit (?:[^.,\\n]{1,30} )?à (?:la|sa|une) banque|debe (?:[^.,\\n]{1,30} )?al banco|deve (?:[^.,\\n]{1,30} )?alla banca|(?:is|am|are|was|'m|['’]s) (?:deeply |heavily )?(?:in debt|bankrupt|broke)";
/** What somebody earns; a shop and a product earn too, and are named with an article. */
const WAGE =
  '(?<!(?<!\\p{L})(?:the|our|this|that|each|every|an?|der|die|das|le|la|el) (?:\\p{L}+ )?)(?:earns?|earned|earning|verdien(?:e|t|te)|gagne|gana) (?:about |around |over |rund |etwa )?[€$£]?\\d[\\d.,]*\\s?(?:k|€|\\$|£|euros?|dollars?|pounds|dollar)? ?(?:an?|per|pro|im|par|al?|\\/) ?(?:year|month|hour|jahr|monat|stunde|an|mois|heure|año|mes|hora)';

const between = (pattern: string) => `(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`;
const START =
  '(?:^|[.!?;:…]\\s+|["“„«]\\s?)(?:(?:i|ich|just|also|today|yesterday|heute|gestern|so|und|and|but) )?';
const PRIVATE = new RegExp(
  [
    between(
      'recover(?:ing|ed) from (?:surgery|an? operation|addiction|burn-?out)|(?:broke|breaking|split) up with|trying (?:to conceive|for a baby)|dialysis|hiv test',
    ),
    between(`${IS} (?:\\p{L}+ ){0,2}${STATE}`),
    `${START}${STATE}(?= (?:since|for|again|with|by|and|now|on|every|each|until|till|seit|von|im|am|bis|jeden|depuis|desde|de|da|tous|chaque|le|los|cada|ogni|sinds|op|elke)(?!\\p{L})|[,.!]|$)`,
    between(`${HAS} (?:\\p{L}+ ){0,2}?${ILLNESS}`),
    // A team owes too: "We owe the bank".
    `(?<!\\p{L})(?<!(?:we|company|team|firm|they) )(?:${OWES})(?!\\p{L})`,
    between(WAGE),
    between(
      '(?:diagnosed|diagnostiziert) (?:with|mit)|(?:mit|with) \\p{L}+ diagnostiziert|voted for',
    ),
    between(
      `(?:my|his|her|their|['’]s|mein(?:e[mnr]?)?|sein(?:e[mnr]?)?|ihr(?:e[mnr]?)?|mon|ma|son|sa|mi|su|mijn|zijn) (?:new )?${HELPER}`,
    ),
    between(
      `(?:see(?:s|ing)?|saw|visit\\p{L}*|beim|zum|zur|chez (?:le|la|un|une|mon|son)|al|con (?:el|la|un|una)|at|with) (?:the |an? )?${HELPER}`,
    ),
    between(
      `(?:tak(?:e|es|ing)|took|on|nehme|nimmt|prends?|tomo|toma|prendo|prende|neemt?) (?:\\p{L}+ )?${MEDICINE}`,
    ),
    `${START}(?:was|got|been|wurde|bin|war|ai été|suis|fui|he sido|sono stat[oa]|ben) (?:\\p{L}+ )?${LOST}(?!\\p{L})`,
    between(`user['’]?s (?:\\p{L}+ )?(?:${KIN}|${HELPER})`),
    between(
      `(?:${KIN}|${HELPER}) (?:des nutzers|der nutzerin|des benutzers|de l[’']utilisat\\p{L}+|del usuario|de la usuaria|dell[’']utente|van de gebruiker)`,
    ),
    String.raw`['’]s (?:salary|wages?|income|debts?|pregnancy|divorce|diagnosis|chemo(?:therapy)?|miscarriage|husband|wife|girlfriend|boyfriend)(?!\p{L})`,
  ].join('|'),
  'iu',
);

/** Whether a statement tells of somebody's most private matters, whoever says it of whom. Time is linear. */
export function isIntimate(text: string): boolean {
  return PRIVATE.test(text);
}
