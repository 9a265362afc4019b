import { expect, test } from 'vitest';
import { secretIn } from './secrets.ts';

/** Made up here: no code of these forms stands in a file as a whole. */
const made = (form: string) =>
  form.replace(/\{(\d+)\}/gu, (_, count: string) =>
    'aB3dE5gH7jK9mN2pQ4sT6vW8xY'.repeat(3).slice(0, Number(count)),
  );

test.each([
  ['AKIA' + 'ABCDEFGH234567YZ', 'token'],
  [made('ghp_{36}'), 'token'],
  [made('github_pat_{40}'), 'token'],
  [made('glpat-{20}'), 'token'],
  [made('xoxb-{24}'), 'token'],
  [made('sk_live_{24}'), 'token'],
  [made('sk-proj-{40}'), 'token'],
  [made('sk-ant-api03-{40}'), 'token'],
  [made('AIza{35}'), 'token'],
  [made('npm_{36}'), 'token'],
  [made('hf_{34}'), 'token'],
  [made('pypi-{60}'), 'token'],
  [made('SG.{22}.{43}'), 'token'],
  [made('123456789:{35}'), 'token'],
  [made('eyJ{20}.eyJ{30}.{43}'), 'token'],
  [made('Authorization: Bearer {20}'), 'token'],
  ['-----BEGIN RSA PRIVATE' + ' KEY-----', 'private key'],
  ['postgres://ada:s3cretword@db.example/x', 'password'],
  ['The password is hunter2.', 'password'],
  ['Password: correct-horse', 'password'],
  ['My wifi password is swordfish.', 'password'],
  ['The PIN for the door is 4711', 'password'],
  ['Das Passwort lautet Sommer2024', 'password'],
  ['La contraseña es Verano24', 'password'],
  ['Le mot de passe est soleil99', 'password'],
  ['api_key = "abc def"', 'password'],
  ['Pay with 4111 1111 1111 1111 please', 'card number'],
  ['5500-0000-0000-0004', 'card number'],
  ['378282246310005', 'card number'],
  ['GB82 WEST 1234 5698 7654 32', 'bank account'],
  ['DE89370400440532013000.', 'bank account'],
  ['fr14 2004 1010 0505 0001 3m02 606', 'bank account'],
])('[GRD-4] %j has a %s', (text, kind) => {
  expect(secretIn(`Ada says: ${text} and more`.replace(/(?<=[.\w"]) and more$/u, ''))).toBe(kind);
});

test.each([
  'The password is wrong.',
  'Still 14 days until the launch.',
  'We are now on react@18.2 and still on C++17.',
  'Still issue #214, again PR#215.',
  'The gate opens with the first guest of 2027.',
  'The pw column has 12 rows.',
  'The password is stored in the safe.',
  'The password is needed for the export.',
  'Ada forgot her password and wants a reminder.',
  'Passwords: at least twelve characters',
  'The API key is rotated every month.',
  'Order 4111 1111 1111 1112 arrives on Friday.',
  'The order number is 1234567890123.',
  'Call +49 170 1234567 or 0351 123456.',
  'The build is 20261130171051.',
  'DE88370400440532013000 is no account.',
  'The commit is 3f2a9c81d7e6b5a4938271605f4e3d2c1b0a9f8e.',
  'The id is 550e8400-e29b-41d4-a716-446655440000.',
  'Use https://docs.example/keys and tokens of the team.',
  'sk-learn and sk-image are installed.',
  'La clave es la paciencia.',
  'The secret is out.',
  'My password is compromised.',
  'The passphrase is stored in the safe',
  'My passphrase is far too short',
  'Mein Passwort ist sicher aufgehoben',
  'Das Kennwort ist im Tresor',
  'Le mot de passe est dans le coffre',
  'Mi contraseña es muy larga y segura',
  'La password è nel portachiavi',
  'Het wachtwoord staat in de kluis',
  'The access code is sent by mail',
  'The recovery code is in the drawer',
  'The QR code is 300 pixels wide',
  'El código postal es 28013',
  'The product code is 558213',
  'Login is by email and magic link',
  'The login page is at /admin',
  'Our private key ed25519 is in Vault',
  'We use SHA256 as our password hash',
])('[GRD-4] %j has no secret', (text) => {
  expect(secretIn(text)).toBeUndefined();
});

test('[GRD-4] one wrong digit makes a card number or an account none', () => {
  for (const right of ['4111111111111111', 'DE89370400440532013000']) {
    for (let at = 4; at < right.length; at += 1) {
      const wrong = `${right.slice(0, at)}${(Number(right[at]) + 1) % 10}${right.slice(at + 1)}`;
      expect([right, secretIn(right) !== undefined]).toEqual([right, true]);
      expect([wrong, secretIn(wrong)]).toEqual([wrong, undefined]);
    }
  }
});
