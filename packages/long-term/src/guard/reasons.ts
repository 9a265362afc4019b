import type { Concept } from './concepts.ts';
import type { Form } from './forms.ts';

/** Words for a sign, behind "It ". */
const WORDS: Readonly<Record<Concept | Form, string>> = {
  override: 'says to ignore or override something',
  prior: 'points to what was said before',
  rules: 'speaks of instructions, rules or prompts',
  systemText: 'names the text that an assistant is set up with',
  reveal: 'asks to show or repeat something',
  reply: "is about the assistant's answer",
  putIn: 'wants something put in',
  answerAs: 'says what or how to answer',
  oddForm: 'asks for an odd form of the answer',
  only: 'wants that and nothing else',
  persona: 'gives the assistant another role',
  unbound: 'asks for no limits',
  assistant: 'speaks to or about an AI',
  theUser: 'speaks of "the user"',
  sendOff: 'wants something sent',
  secret: 'is about secrets or personal data',
  money: 'is about money',
  useTool: 'wants an action carried out',
  memory: 'wants to be remembered',
  always: 'gives a rule for ever',
  whenAsked: 'lays out an answer for a question to come',
  secretly: 'wants it kept from the user',
  authority: 'claims authority',
  noQuestion: 'says that nobody needs to be asked',
  swap: 'puts one thing in the place of another',
  aheadOfTask: 'wants to come ahead of the task',
  pretence: 'frames something untrue as true',
  advert: 'advertises',
  question: 'asks',
  ownWords: 'speaks of its author',
  toYou: 'speaks to "you"',
  courtesy: 'is polite',
  past: 'tells what happened',
  aboutSecurity: 'is about security',
  template: 'has the tags of a chat template',
  authorityTag: 'has a tag that speaks for the system',
  speaker: 'has a line that speaks for system, user or assistant',
  edge: 'draws an end of what came before',
  shout: 'shouts',
  capitals: 'is written in capitals',
  toolCall: 'has the form of a tool call',
  setting: 'switches a check off',
  reach: 'has code that reaches for network, files or programs',
  fence: 'has code',
  address: 'names an address or account',
  picture: 'has a picture whose address carries data out',
  unshown: 'has text that a page does not show',
  wordForWord: 'says an answer word for word',
  examples: 'leads up by example questions',
  todo: 'is a task list',
  placeholder: 'has blanks to fill in',
  orderOfMemory: 'writes an entry of a memory',
  ownSetup: 'is about what the assistant was told',
  order: 'gives an order',
  overrideOrder: 'orders to ignore what was said before',
  replyOrder: 'gives orders about the answer',
  codeOffer: 'offers code for the answer',
  secretQuestion: 'asks for a secret of somebody',
  aQuestion: 'asks',
};

/** Signs that are no word and no form of their own. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  disguised: 'has signs in the place of letters',
  encoded: 'has a hidden text behind a code',
  hiddenInWord: 'has characters that are not seen within words',
  turnedDirection: 'has marks that turn the direction of reading',
  hiddenTags: 'has text in characters that are not seen',
};

/** A sign in words: "It says to ignore or override something, and points to what was said before." */
export function reasonOf(sign: string): string {
  const known: Readonly<Record<string, string>> = { ...WORDS, ...OTHER_WORDS };
  const words = sign.split(/\++/u).map((name) => known[name] ?? name);
  return `It ${words.join(', and ')}.`;
}
