import { words } from '@agent-memory/core/internal';
import type { JsonValue } from '../records/memory-record.ts';
import type { Namespaces } from './namespaces.ts';
import { hasPassword } from './passwords.ts';
import type { Refusal } from './refusal.ts';

/** Something that opens a door or pays a bill. */
type SecretKind = 'password' | 'token' | 'private key' | 'card number' | 'bank account';

/** Tokens that tell themselves by their form; each with the page that describes it. */
const TOKENS: readonly RegExp[] = [
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/u,
  // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  /\b(?:gh[opsur]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})\b/u,
  // https://docs.gitlab.com/security/tokens/
  /\bgl(?:pat|ptt|dt|rt|cbt|soat|ft)-[\w-]{20,}/u,
  // https://docs.slack.dev/authentication/tokens
  /\bx(?:ox[abeoprs]|app)-[\w-]{10,}/u,
  // https://docs.stripe.com/keys
  /\b(?:sk|rk)_(?:live|test)_\w{16,}|\bwhsec_\w{20,}/u,
  // https://platform.openai.com/docs/api-reference/authentication, https://docs.anthropic.com/en/api/overview
  /\bsk-(?:[a-z]+\d*-)*[\w-]{20,}/u,
  // https://cloud.google.com/docs/authentication/api-keys
  /\bAIza[\w-]{35}/u,
  // https://docs.npmjs.com/about-access-tokens, https://huggingface.co/docs/hub/security-tokens
  /\b(?:npm|hf)_[A-Za-z0-9]{30,}\b/u,
  // https://pypi.org/help/#apitoken
  /\bpypi-[\w-]{50,}/u,
  // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  /\bSG\.[\w-]{16,}\.[\w-]{32,}/u,
  // https://core.telegram.org/bots/features#botfather
  /\b\d{8,10}:[\w-]{35}\b/u,
  // RFC 7519
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/u,
  // RFC 6750, RFC 7617
  /\bauthorization:\s*(?:bearer|basic)\s+[\w.~+/=-]{8,}/iu,
];
/** RFC 7468 */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/u;
/** RFC 3986, section 3.2.1 */
const ADDRESS_WITH_PASSWORD = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{3,100}@/iu;

/** ISO/IEC 7812: 13 to 19 digits, the last one a check by Luhn. */
const CARD =
  /(?<![\p{L}\d.,-])\d(?:[ -]?\d){12,18}(?![\p{L}\d]|[.,-]\d)|(?<![\p{L}\d.,-])(?:\d{4}\.){3}\d{4}(?![\p{L}\d]|[.,-]\d)/gu;
/** ISO 13616: a country, two check digits, up to 30 signs. */
const IBAN = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/giu;

/** The secret that a text has; `undefined`: none that tells itself. Time is linear. */
export function secretIn(given: string): SecretKind | undefined {
  // Full-width letters, unusual blanks and hidden characters hide nothing from a reader.
  const text = words.withoutHiddenCharacters(given.normalize('NFKC'));
  if (PRIVATE_KEY.test(text)) return 'private key';
  if (TOKENS.some((token) => token.test(text))) return 'token';
  if (ADDRESS_WITH_PASSWORD.test(text) || hasPassword(text)) return 'password';
  if ((text.match(IBAN) ?? []).some(isIban)) return 'bank account';
  return (text.match(CARD) ?? []).some(isCard) ? 'card number' : undefined;
}

function isCard(found: string): boolean {
  const digits = found.replace(/\D/gu, '');
  if (/^(\d)\1+$/u.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isIban(found: string): boolean {
  const bare = found.replaceAll(' ', '').toUpperCase();
  if (bare.length < 15 || bare.length > 34) return false;
  let rest = 0;
  for (const sign of bare.slice(4) + bare.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** The fields of a draft or record that may have a secret. */
interface MayHaveSecret {
  readonly text: string;
  readonly value?: JsonValue;
  readonly reason?: string;
  readonly key?: string;
  readonly subject?: string;
  readonly aliases?: readonly string[];
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  readonly evenIfSecret?: boolean;
}

/** "wifiPassword", "wifi_password": names of fields as their words. */
function inWords(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ');
}

/** The refusal of a secret: where others read always, elsewhere until somebody agreed [GRD-4]. */
export function refusalOfSecret(
  { text, value, reason, key, subject, aliases = [], metadata, evenIfSecret }: MayHaveSecret,
  { user }: Pick<Namespaces, 'user'>,
  namespace: string,
): Refusal | undefined {
  const isShared = namespace !== user;
  if (evenIfSecret === true && !isShared) return undefined;
  const named = (name: string, of: JsonValue | undefined): readonly string[] =>
    typeof of === 'object' && of !== null
      ? Object.entries(of).flatMap(([field, inside]) => named(field, inside))
      : [name === '' ? String(of ?? '') : `${inWords(name)}: ${of ?? ''}`];
  // A sentence may end in its value, and a field may be named after it.
  const plain = value === undefined ? '' : JSON.stringify(value);
  const fields = [...(value === undefined ? [] : named(key ?? '', value)), ...named('', metadata)];
  const parts = [text, plain, reason, key, subject, ...aliases, ...fields];
  const kind = secretIn(parts.filter((part) => part !== undefined).join('\n'));
  if (kind === undefined) return undefined;
  return {
    rule: 'SECRET',
    sentence: `This has a ${kind}${isShared ? `, and others may read "${namespace}"` : ''}.`,
    remedy: isShared
      ? 'Leave the secret out, and say where it is kept.'
      : 'Leave the secret out; where the user agrees that it is kept, store it with `evenIfSecret: true`.',
  };
}
