// @ts-check

/**
 * What users tell an agent to keep to, as they say it: the whole message, and the words that make the rule.
 *
 * @type {readonly { said: string, rule: string }[]}
 */
export const INSTRUCTIONS = [
  {
    said: 'Always run the linter before you commit. Now fix the build.',
    rule: 'Always run the linter before you commit.',
  },
  { said: 'Never push to main directly, please.', rule: 'Never push to main directly' },
  {
    said: 'From now on answer in Dutch. What is left to do?',
    rule: 'From now on answer in Dutch.',
  },
  {
    said: "Don't use any new dependency in this project.",
    rule: "Don't use any new dependency in this project.",
  },
  {
    said: 'No, not axios: use the built-in fetch everywhere.',
    rule: 'use the built-in fetch everywhere',
  },
  {
    said: 'Keep every function under thirty lines from here on.',
    rule: 'Keep every function under thirty lines',
  },
  {
    said: 'Please make sure that all dates are written as ISO 8601.',
    rule: 'all dates are written as ISO 8601',
  },
  {
    said: 'Stop adding comments to obvious code. Go on with the parser.',
    rule: 'Stop adding comments to obvious code.',
  },
  { said: 'Ask me before you delete a file.', rule: 'Ask me before you delete a file.' },
  { said: 'We use tabs here, not spaces.', rule: 'We use tabs here, not spaces.' },
  {
    said: 'The tests must never touch the network.',
    rule: 'The tests must never touch the network.',
  },
  {
    said: 'You should always show me the diff first. Then look at the cache.',
    rule: 'You should always show me the diff first.',
  },
  {
    said: 'Actually, call the table customer_orders, not orders.',
    rule: 'call the table customer_orders, not orders',
  },
  {
    said: 'Do not edit anything under vendor/ whatever happens.',
    rule: 'Do not edit anything under vendor/',
  },
  {
    said: 'Whenever you change the schema, write a migration as well.',
    rule: 'Whenever you change the schema, write a migration as well.',
  },
  { said: 'I prefer short answers: two sentences at most.', rule: 'two sentences at most' },
  {
    said: 'Remember to bump the version in both manifests each time.',
    rule: 'bump the version in both manifests each time',
  },
  {
    said: 'Only use the staging server for the rest of this session.',
    rule: 'Only use the staging server for the rest of this session.',
  },
  {
    said: 'That was wrong: the port is 8443, use it from now on.',
    rule: 'the port is 8443, use it from now on',
  },
  {
    said: 'Every public function needs a docstring. Continue with the client.',
    rule: 'Every public function needs a docstring.',
  },
  {
    said: 'Avoid classes; plain functions are enough for us.',
    rule: 'Avoid classes; plain functions are enough for us.',
  },
  {
    said: 'Under no circumstances may you print the API key.',
    rule: 'Under no circumstances may you print the API key.',
  },
  {
    said: 'Use pnpm instead of npm in all commands.',
    rule: 'Use pnpm instead of npm in all commands.',
  },
  {
    said: 'If a test fails twice, tell me and wait.',
    rule: 'If a test fails twice, tell me and wait.',
  },
  { said: 'My name is Ilse, please call me that.', rule: 'please call me that' },
];
