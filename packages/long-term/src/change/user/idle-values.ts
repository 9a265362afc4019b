/** Words that begin something else than a value: "I live in hope", "I moved to Slack". */
const oneOf = (words: string) =>
  new RegExp(
    `^(?:the |my |el |la |le |les )?(?:${words.split(' ').join('|')})(?![\\p{L}\\d])`,
    'iu',
  );

const FEELINGS =
  'hope denial sin fear peace harmony poverty luxury pain misery comfort exile hiding terror dread shame regret agony chaos hell heaven paradise past future moment present cloud clouds dark shadow shadows matrix terminal browser shell office limbo isolation solitude lockdown squalor silence darkness love sweatpants pyjamas pajamas jeans hindsight truth lie spotlight bubble angst frieden armut luxus sünde hoffnung freude trauer scheidung trennung ruhe stille saus wohlstand reichtum furcht sorge zweifel unsicherheit beziehung partnerschaft harmonie einsamkeit hause paz pecado miedo armonía pobreza soledad pareja familia negación peligro pasado paraíso infierno casa nubes paradis enfer paix couple colocation peur pauvreté ciel';
const PRODUCTS =
  'excel word powerpoint outlook teams slack discord notion linux windows macos ios android ubuntu debian fedora arch python java javascript typescript rust go golang ruby php kotlin swift scala haskell elixir perl vim neovim emacs helix vscode cursor intellij pycharm xcode sublime zed jira trello asana linear confluence obsidian evernote onenote todoist figma sketch canva photoshop illustrator blender github gitlab bitbucket git docker kubernetes terraform aws azure gcp vercel netlify heroku cloudflare postgres postgresql mysql sqlite mongodb redis react vue svelte angular node deno bun next nuxt chrome firefox safari brave edge gmail google docs sheets drive dropbox icloud zoom skype whatsapp telegram signal messenger instagram facebook twitter tiktok reddit youtube twitch linkedin mastodon bluesky threads snapchat pinterest patreon netflix spotify steam minecraft fortnite roblox chatgpt claude gemini copilot openai anthropic perplexity airtable hubspot salesforce zendesk intercom shopify stripe paypal wordpress latex markdown powershell bash zsh tmux jupyter colab matlab tableau sap oracle sharepoint webex basecamp clickup monday miro proton protonmail fastmail thunderbird bitwarden';
const PLATFORMS =
  'discord slack reddit facebook instagram twitter tiktok youtube twitch linkedin mastodon bluesky threads snapchat pinterest patreon whatsapp telegram signal zoom teams skype netflix spotify steam github gitlab medium substack tinder';
const PARTS =
  'marketing sales finance engineering hr legal support operations ops it design product research accounting management logistics procurement development security qa data premium pro plus enterprise business basic free standard gold silver platinum team level phase step stage version tier plan chapter round part section page option room seat row grade class unit monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december english german french spanish';
const PEOPLE =
  'bob alice anna ben tom tim jim john jack james joe mike michael david daniel dan peter paul mark luke matthew chris steve kevin brian eric adam alex sam max leo noah oliver harry emma emily sarah sara laura lisa lucy mary maria marie julia sophie eve eva kate katie jane jenny jessica rachel hanna hannah nina lena lea mia zoe ella grace rose claire pierre jean jacques luc hans klaus jürgen stefan karl fritz juan carlos pedro josé pablo luis ana carmen';
const NO_PLACE = oneOf([FEELINGS, PRODUCTS, PARTS, PEOPLE].join(' '));
const NO_EMPLOYER = oneOf(
  'night nights day home noon midnight once least last all first peace present scale speed weekends regen nacht tag licht kerzenlicht musik wind sonne schnee hitze kälte bedarf tageslicht casa pijama moi toi lui nous',
);
const NO_COMPANY = oneOf(PLATFORMS);
const NO_FAVOURITE = oneOf(
  'free broken down up back gone dead late slow ready fine great good bad better best getting being going none nothing not no nowhere still always never under out off on in at one ones your his her their whatever whichever probably maybe different closed open full empty cheap expensive available unavailable sold ruined one missing lost old new kaputt weg leer voll zu offen rota roto cerrado cerrada cassé cassée fermé fermée',
);
const NO_PROFESSION = oneOf(
  'killing driving making ruining eating getting over gone at on in safe boring hard tough easy fun nice fine okay ok good great bad terrible awful horrible stressful exhausting tiring important dying not',
);
const MONTHS =
  /\d|(?<!\p{L})(?:jan|feb|mar|mär|apr|avr|may|mai|jun|juin|jul|juil|aug|aoû|sep|oct|okt|nov|dec|dez|ene|abr|ago|dic|fév|déc)/iu;

/** An attribute in words, and the value that is said of it. */
interface SaidOf {
  readonly attribute: string;
  /** The whole clause, in the first person. */
  readonly clause: string;
  readonly value: string;
}

/** Whether a value is none: it rather takes a name for a figure of speech than the other way round. */
export function isIdleValue({ attribute, clause, value }: SaidOf): boolean {
  if (attribute === 'residence') return NO_PLACE.test(value) || /^[^,]*\d/u.test(value);
  if (attribute === 'employer') {
    const isJoined = /(?<!\p{L})joined(?!\p{L})/iu.test(clause);
    return (
      NO_EMPLOYER.test(value) ||
      /^\d+(?!\p{L})/u.test(value) ||
      (isJoined && NO_COMPANY.test(value))
    );
  }
  if (attribute === 'profession' || attribute === 'first language')
    return NO_PROFESSION.test(value);
  if (attribute === 'home airport') return !isNamed(value, clause);
  if (attribute === 'birthday') return !MONTHS.test(value);
  if (attribute === 'time zone') return !isNamed(value, clause) && !/\d|\//u.test(value);
  if (attribute === 'name') return !isNamed(value, clause) || /^mud(?!\p{L})/iu.test(value);
  return attribute.startsWith('favourite ') && NO_FAVOURITE.test(value);
}

/** A name has a capital, unless its writer uses none. */
export function isNamed(value: string, clause: string): boolean {
  return /\p{Lu}/u.test(value) || !/\p{Lu}/u.test(clause);
}
