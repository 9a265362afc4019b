/** Statements of a user about themselves that a shared namespace might take for the team's. */
export interface PrivateWords {
  readonly text: string;
  readonly mark: string;
}

const row = (text: string, mark: string): PrivateWords => ({ text, mark });

export const PRIVATE_WORDS: readonly PrivateWords[] = [
  row('I take lithium in the morning.', 'lithium'),
  row('We moved the launch to May because I am having surgery.', 'surgery'),
  row("I'm looking for another job, so the handover starts in June.", 'another job'),
  row('My salary is 71,000 euros.', '71,000'),
  row('My wife Carla lost her job.', 'Carla'),
  row('The meeting moved because my son has chickenpox.', 'chickenpox'),
  row('I voted for the Greens.', 'Greens'),
  row('The user is divorced.', 'divorced'),
  row('I cannot work on Fridays since I pray then.', 'pray'),
  row("I've been sober for two years.", 'sober'),
  row('Please note for later: I am transgender.', 'transgender'),
  row('Ich nehme Antidepressiva.', 'Antidepressiva'),
  row('Wir verschieben den Start, weil ich schwanger bin.', 'schwanger'),
  row('Mein Gehalt liegt bei 68.000 Euro.', '68.000'),
  row('Der Nutzer ist geschieden.', 'geschieden'),
  row('Mir wurde Diabetes diagnostiziert.', 'Diabetes'),
  row('Je suis enceinte de trois mois.', 'enceinte'),
  row("J'ai un rendez-vous chez mon psychiatre.", 'psychiatre'),
  row('Mon mari est au chômage.', 'chômage'),
  row("L'utilisateur est séparé de sa femme.", 'séparé'),
  row('Estoy embarazada.', 'embarazada'),
  row('Mi sueldo es de 41.000 euros.', '41.000'),
  row('Me diagnosticaron ansiedad.', 'ansiedad'),
  row('El usuario está divorciado.', 'divorciado'),
  row('My therapist recommends Fridays off.', 'therapist'),
  row('Because of my divorce, the launch moves to May.', 'divorce'),
  row('Launch moves to May; I have chemo in April.', 'chemo'),
  row('We moved the standup since I see my psychologist at nine.', 'psychologist'),
  row('Wir starten später, da meine Frau krank ist.', 'krank'),
  row('On repousse car ma mère est malade.', 'malade'),
  row('Se aplaza porque mi padre está enfermo.', 'enfermo'),
  row('Tengo depresión.', 'depresión'),
  row('La usuaria tiene cáncer.', 'cáncer'),
];
