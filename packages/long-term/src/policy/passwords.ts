/** What a door is opened with, by the languages English, German, French, Spanish, Italian and Dutch. */
const PASSWORD =
  "(?:pass(?:word|phrase|code|key|wd|(?=\\s*[:=→]))|pwd?(?=\\s*[:=→])|pwd|secret(?: key)?|(?:api|access|private|recovery|wi-?fi|wlan)[ _-]?(?:key|token|phrase)|passwort|kennwort|wachtwoord|(?:wlan|api|geheim)-?schlüssel|contraseña|clave|mot de passe|(?:clé|chiave) (?:wi-?fi|api|secr[eè]te?|segreta)|parola d[’']ordine|toegangssleutel)";
const PHRASE =
  '(?:pass ?phrase|(?:seed|recovery|secret|backup) (?:phrase|words)|mnemonic|passphrase|wiederherstellungsphrase|phrase (?:secrète|de récupération|de passe)|frase (?:secreta|de recuperación|semilla|segreta|di recupero)|wachtwoordzin|herstelzin)';
const KIND =
  'one[- ]time|security|access|verification|log-?in|entry|door|gate|alarm|safe|unlock|lock|recovery|backup|sms|2fa|mfa|pin|secret';
const PLACE =
  'door|gate|alarm|safe|lock|phone|tür|tor|alarmanlage|handy|porte|portail|puerta|porta|deur|kluis';
/** Says nothing until digits follow: "the access code is sent by mail". */
const CODE = `(?:pin(?: ?code)?|cvv|cvc|otp|(?:sms-?)?tan|(?:${KIND})[ -]codes?|pincode|geheimzahl|card[ -](?:code|pin)|karten-?(?:pin|code)|cryptogramme(?: visuel)?|(?:clave|código) de (?:la |mi )?tarjeta|codice della carta|(?:entsperr|geräte|tresor|einmal|zugangs|sicherheits|tür|tor|bestätigungs|freischalt)-?codes?|code (?:(?:de )?(?:(?:la |ma )?carte(?: bancaire)?)|bancaire|confidentiel|secret|pin|wi-?fi|d['’]accès|de sécurité|à usage unique|de vérification)|(?:código|codice) (?:pin|secreto|segreto|d[ei] (?:acceso|accesso|seguridad|sicurezza|verificación|verifica|un solo uso)|usa e getta)|(?:toegangs|beveiligings|eenmalige |verificatie)-?code|(?:safe|vault|lock|locker) combination|(?:${PLACE}) (?:opens|unlocks) with|(?:code|codice|código) (?:for|of|to|für|zum|zur|de|du|del|della|van|voor) (?:(?:the|my|our|die|das|den|la|le|il|mi|ma|mia|de|het) )?(?:${PLACE}))`;
const LOGIN =
  '(?:log-?in(?: data| details)?|credentials|user(?: ?name)? (?:and|/) password|zugangsdaten|anmeldedaten|login-?daten|identifiants?|credenciales|credenziali|inloggegevens)';
const GAP =
  "(?:,? (?:(?:for|of|to|on|at|in|im|am|fürs?|vom|von|zum|zur|de[l]?|della?|du|des|para|per|pour|van|voor|en|au|à) |d['’])[^.:=\\n]{1,40}?)?";
const IS =
  "(?:\\s*[:=→]\\s*|,? c['’]est\\s+|\\s+(?:is|are|was|ist|lautet|lauten|sind|es|son|est|sont|è|sono|luidt|zijn|:|=)\\s+(?:(?:now|still|again|jetzt|nun|immer noch|ahora|maintenant|toujours|ora|adesso|nu|nog steeds)\\s+)?)";
const VALUE = '(?<value>["\'“„«\\x60]?[^\\s"\'”“»\\x60]{3,})';

/** A German or Dutch name may end a longer word. */
const finder = (pattern: string) =>
  new RegExp(`(?:(?<![\\p{L}\\d])|(?=passwort|kennwort|wachtwoord))${pattern}`, 'giu');
const VALUE_FOLLOWS = finder(`${PASSWORD}${GAP}${IS}${VALUE}(?<more>\\s*[\\p{L}\\d]*)`);
const DIGITS_FOLLOW = finder(
  `${CODE}(?:${GAP}${IS}|\\s+)["'“„«]?(?=[\\p{L}-]{0,6}\\d[\\p{L}\\d -]*)(?<value>[\\p{L}\\d-]{3,})`,
);
const STRONG_FOLLOWS = finder(
  `(?:password|pwd|passwort|kennwort|wachtwoord|contraseña|mot de passe|${LOGIN})\\s+["'“„«]?(?<value>[^\\s"'”“»,;]{6,80})`,
);
const PAIR_FOLLOWS = finder(
  `${LOGIN}${GAP}${IS}["'“„«]?[^\\s/,;:|]{2,60}["'”“»]?\\s?(?:[/,;:|]|and|und|et|y|e|en|with|mit|avec|con|met)\\s+["'“„«]?(?<value>[^\\s"'”“»,;]{5,})`,
);
const WORDS_FOLLOW = finder(
  `(?:(?<phrase>${PHRASE})|${PASSWORD})${GAP}${IS}(?<value>\\p{L}{2,}(?:[ ,-]+\\p{L}{2,}){2,30})(?=[.!?]?\\s*(?:$|\\n))`,
);
/** "Kranich84 is my password", "I set my password to Kranich84", "Passwort auf Kranich84 geändert". */
const STRONG_ELSEWHERE = [
  new RegExp(
    `(?<![^\\s"'“„«\\x60])(?<value>[^\\s"'”“»\\x60]{6,80})["'”“»\\x60]?,? (?:is|ist|es|est|è|as|als|como|comme|come)(?: (?:my|our|the|his|her|mein|unser|das|mi|la|mon|le|ma|il|mijn|het))? (?:(?:new|neues|current|wi-?fi) )?${PASSWORD}(?![\\p{L}-]| (?:hash|manag|polic|reset|field|check|rule|generat))`,
    'giu',
  ),
  finder(
    `(?:${PASSWORD})(?!\\p{L})(?=.{0,120}(?:ge(?:änder|setz)t|gewijzigd)|[^.\\n]{0,30}(?<!\\p{L})(?:set|changed|updated) |(?<=(?:set|chang|reset|updat|cambi|pus|mis|modific|impost|änder|setz|verander)[^.\\n]{0,40}))[^.\\n]{0,30} (?:to|auf|a|en|in|naar|à|su) ["'“„«]?(?<value>[^\\s"'”“»,;]{6,80})`,
  ),
];
/** "still Otter!92": an answer to what somebody asked before. */
const STILL =
  /(?<![\p{L}\d])(?:still|now|again|immer noch|noch immer|jetzt|toujours|maintenant|sigue siendo|ahora|ancora|nog steeds) ["'“„«]?\p{L}{3,30}[!$%&*?^~][\p{L}\d!$%&*?^~]{0,30}\d["'”“»]?[.!]?(?=\s|$)/iu;

const NO_LETTER = /[^\p{L}'’.,;!?]/u;
const PLAIN =
  /^(?:wrong|required|safe|secret|weak|strong|long|short|unknown|here|there|public|lost|gone|missing|invalid|empty|fine|right|optional|unset|correct|falsch|richtig|nötig|sicher|schwach|stark|incorrect[ao]?|correct[ao]?|segur[ao]|débil|faux|bon|false|true|null|none|undefined)$/iu;
const PARTICIPLE =
  /^(?:\p{Ll}+(?:ed|ado|ada|ido|ida|ato|ata|uto|uta|é|ée)|ge\p{Ll}+(?:t|en|d)|abgelaufen|bekannt|verloopen)$/u;
/** Words of a sentence about a password; a phrase that opens something rarely has one. */
const OF_A_SENTENCE =
  /(?<!\p{L})(?:an?|the|in|on|at|by|for|of|to|too|very|not|no|as|than|each|twice|once|still|now|only|with|and|or|so|never|always|must|that|which|what|your|my|our|every|kept|stored|written|ein\p{L}*|der|die|das|dem|den|im|am|bei|für|von|zu|sehr|nicht|kein\p{L}*|nur|mit|und|oder|wie|noch|que|el|la|los|las|un|una|en|por|para|muy|de|del|y|o|con|le|les|une|dans|pour|très|pas|du|et|ou|avec|il|lo|gli|nel|molto|non|di|per|het|een|op|bij|voor|niet|te|van|met)(?!\p{L})/iu;

/** "The password is hunter2", and not "the password is needed for …". Time is linear. */
export function hasPassword(text: string): boolean {
  const valuesOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ groups }) => groups?.value ?? '');
  const isNamed = [...text.matchAll(VALUE_FOLLOWS)].some(
    ({ groups: { value = '', more = '' } = {} }) => isValue(value, more),
  );
  return (
    isNamed ||
    text.search(STILL) !== -1 ||
    valuesOf(DIGITS_FOLLOW).some((value) => (value.match(/\d/gu)?.length ?? 0) >= 3) ||
    [PAIR_FOLLOWS, STRONG_FOLLOWS, ...STRONG_ELSEWHERE].flatMap(valuesOf).some(isStrong) ||
    [...text.matchAll(WORDS_FOLLOW)].some(({ groups }) => isPhrase(groups ?? {}))
  );
}

function isValue(value: string, more: string): boolean {
  const bare = value.replace(/[.,;!?)]+$/u, '');
  if (/^https?:/iu.test(bare)) return false;
  if (/^["'“„«\x60]/u.test(value) || NO_LETTER.test(bare)) return true;
  const isAlone = more.trim() === '' || bare !== value;
  return bare.length >= 4 && isAlone && !PLAIN.test(bare) && !PARTICIPLE.test(bare);
}

/** Nobody writes such a word but where they have to. */
function isStrong(value: string): boolean {
  const bare = value.replace(/[.,;?)]+$/u, '');
  if (bare.length < 5 || /^https?:|^[^@]+@[^@]+\.\p{L}+$/iu.test(bare)) return false;
  return /\p{L}/u.test(bare) && /\d\D*\d|[!#$%&*?@+^~]/u.test(bare);
}

function isPhrase({
  phrase,
  value = '',
}: {
  readonly [name: string]: string | undefined;
}): boolean {
  const parts = value.split(/[ ,-]+/u);
  if (OF_A_SENTENCE.test(value) || PARTICIPLE.test(parts[0] ?? '')) return false;
  return parts.length >= (phrase === undefined ? 4 : 3);
}
