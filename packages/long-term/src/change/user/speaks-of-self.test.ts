import { expect, test } from 'vitest';
import { speaksOfSelf } from './speaks-of-self.ts';

test.each([
  'I chose the clinic in Ghent because I am pregnant.',
  "i'll take the evening slot since insulin comes first",
  'We picked the ground floor because my knee is broken.',
  'Ghent it is, says my doctor.',
  'I WANT THE EARLY SLOT',
  'Ich habe mich für die Klinik entschieden, weil ich schwanger bin.',
  'Wir bleiben in Gent, weil meine Mutter dort im Heim ist.',
  "J'ai choisi la clinique parce que je suis enceinte.",
  'Nous restons à Gand car mes parents sont malades.',
  'Elegí la clínica de Gante porque estoy embarazada.',
  'He decidido parar porque tomo antidepresivos.',
  'The user chose the clinic because she is pregnant.',
  'The clinic is in Ghent because the user is pregnant.',
  'Der Nutzer ist krank.',
  "L'utilisatrice est enceinte.",
  'La usuaria está embarazada.',
])('[NS-3] somebody speaks of themselves: %j', (text) => {
  expect(speaksOfSelf(text)).toBe(true);
});

test.each([
  'We chose Postgres because the team knows it.',
  'Wir nehmen Postgres, weil das Team es kennt.',
  "Nous avons choisi Postgres parce que l'équipe le connaît.",
  'Hemos elegido Postgres este mes porque el equipo lo conoce.',
  'Phase I is over because the review passed.',
  'The I/O layer stays, i.e. nothing changes.',
  'The link is called "My account" because users look for it.',
  'The standup is Mon 9:30, by order of MIS.',
  'The user table is partitioned because it grew.',
  "The user's session ends after an hour.",
  'Offices in Portland, ME and Boston, MA stay open.',
])('[NS-3] nobody speaks of themselves: %j', (text) => {
  expect(speaksOfSelf(text)).toBe(false);
});

test('[NS-3] a record about the user speaks of them, whatever its words', () => {
  expect(speaksOfSelf('Away since May.', 'User')).toBe(true);
  expect(speaksOfSelf('Away since May.', 'clinic')).toBe(false);
});
