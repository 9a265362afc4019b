/** Secrets as users and pages tell them; `secret` must be nowhere afterwards. All of them are made up. */
export interface ToldSecret {
  readonly text: string;
  readonly secret: string;
}

const row = (text: string, secret: string): ToldSecret => ({ text, secret });

export const TOLD_SECRETS: readonly ToldSecret[] = [
  row('My password is Kranich!84-blau', 'Kranich!84-blau'),
  row('password: tr0ub4dor&Kestrel', 'tr0ub4dor&Kestrel'),
  row('The wifi password is SunnyMeadow2291', 'SunnyMeadow2291'),
  row('Mein Passwort lautet Hirsch#1987', 'Hirsch#1987'),
  row('Das Kennwort ist Tannen-Zapfen-77', 'Tannen-Zapfen-77'),
  row('Mon mot de passe est Corbeau*2210', 'Corbeau*2210'),
  row('Mi contraseña es Girasol$5530', 'Girasol$5530'),
  row('My card is 4242 4242 4242 4242', '4242 4242'),
  row('Card number 5555-5555-5555-4444, valid until 11/29', '5555-4444'),
  row('My Amex is 378282246310005', '378282246310005'),
  row('My IBAN is DE89 3704 0044 0532 0130 00', '0532 0130'),
  row('IBAN: GB82WEST12345698765432', 'WEST12345698'),
  row('Mon IBAN est FR14 2004 1010 0505 0001 3M02 606', '0505 0001'),
  row('The key is sk-proj-9fJ2kLmQ4xVb7ZtR1cNw8aYs3dHe6uGp0oTi5', 'sk-proj-9fJ2kLmQ4xVb7'),
  row('Use AKIAQ7ZJ3M2WXN5RT4KD for the bucket', 'AKIAQ7ZJ3M2WXN5RT4KD'),
  row('Our token is ghp_A8sd7Fg6Hj5Kl4Qw3Er2Ty1Ui0Op9Zx8Cv7B', 'ghp_A8sd7Fg6'),
  row('slack: xoxb-204817263541-581726354019-QmWnEbRvTcYxUzIaOsPdLfKg', 'xoxb-204817263541'),
  row(
    'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLWEtdGVzdC1vbmx5',
    'eyJzdWIiOiJhZGEifQ',
  ),
  row('postgres://ada:Wm8-dahlia-q@db.example.org/shop', 'Wm8-dahlia-q'),
  row(
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----',
    'MIIEvQIBADAN',
  ),
  row('My PIN is 4831', '4831'),
  row('Meine PIN ist 7702', '7702'),
  row('pwd=Marmot_41_snow', 'Marmot_41_snow'),
  row('Password for the router, in case you need it: Quartz77!north', 'Quartz77!north'),
  row('Authorization: Bearer q8Wz3nK5vT7yB1mC4xR6pL9dF2hJ0sGa', 'q8Wz3nK5vT7y'),
  row('La clave del wifi es Limonero-9918', 'Limonero-9918'),
  row('The one-time code is 558213', '558213'),
  row('The login is ada / Pepper!Mill9', 'Pepper!Mill9'),
  row('My passphrase is correct horse battery staple', 'battery staple'),
  row('Meine Passphrase lautet drei kleine blaue Hunde', 'blaue Hunde'),
  row('Ma phrase de passe est cheval bleu matin clair', 'bleu matin'),
  row(
    'Seed phrase: apple river moon cloud stone tiger lamp sugar bread wolf paper ship',
    'stone tiger',
  ),
  row('La frase segreta è sole mare vento luna', 'vento luna'),
  row('La password del wifi è Girasole22', 'Girasole22'),
  row('Il PIN è 7702', '7702'),
  row('Het wachtwoord van de wifi is Tulp2291', 'Tulp2291'),
  row('De pincode is 7703', '7703'),
  row('Inloggegevens: ada / Bloem!77', 'Bloem!77'),
  row('Mes identifiants sont ada / Fleur!77', 'Fleur!77'),
  row('Zugangsdaten: ada / Blume!78', 'Blume!78'),
  row('Le code de la porte est 4821', '4821'),
  row('El código de acceso es 77120', '77120'),
  row('Der Türcode ist 4711', '4711'),
  row('Routerpasswort: Birke!99', 'Birke!99'),
  row('I changed my password to Kranich84', 'Kranich84'),
  row('Use Kranich85 as the password', 'Kranich85'),
  row('Das Passwort ist Sonnenblume, bitte merken', 'Sonnenblume'),
];
