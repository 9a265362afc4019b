/** Made by `node tools/guard-scorer/fit.mjs`; a test fits them again and finds the same. */
export const BIAS = -3;
export const WEIGHTS: Readonly<Record<string, number>> = {
  'override+prior+rules': 5,
  'reveal+systemText': 3,
  'putIn+reply': 3,
  'persona+unbound': 4,
  'sendOff+secret': 3,
  'authority++noQuestion': 4,
  template: 5,
  toolCall: 4,
  hiddenTags: 5,
};
