import type { Refusal } from '@agent-memory/long-term';
import { knownWords, wordsOfCode } from './code-words.ts';
import type { Term } from './record-words.ts';

/** Rules of extraction, and those of the write policy behind it, for one who misses something. */
const RULES: Readonly<Record<string, Term>> = {
  MALFORMED: { name: 'not readable', meaning: 'the model’s proposal lacked the fields asked for' },
  UNSUPPORTED: {
    name: 'not supported',
    meaning: 'the model quoted words that stand in no message, or said more than they do',
  },
  QUESTION: { name: 'a question', meaning: 'it asks and states nothing' },
  QUOTED: { name: 'quoted', meaning: 'quoted words and code are not the speaker’s own' },
  TEMPLATE: {
    name: 'template text',
    meaning: 'pasted or repeated text that nobody said in passing',
  },
  OTHER_PERSON: { name: 'about somebody else', meaning: 'what another person wants, says or does' },
  SELF_REFERENCE: { name: 'about the assistant', meaning: 'talk of the assistant about itself' },
  SPECULATION: { name: 'a guess', meaning: 'a guess, a condition or a game' },
  WITHDRAWN: {
    name: 'taken back',
    meaning: 'the user took it back, did not mean it, or asked to forget it before it was written',
  },
  STATUS: { name: 'for now only', meaning: 'it holds for now and not for later' },
  TOOL_READABLE: { name: 'readable again', meaning: 'a tool can read it again when it is needed' },
  EXTERNAL_CLAIM: { name: 'a claim from outside', meaning: 'it would have become a fact' },
  SECRET: { name: 'a secret', meaning: 'passwords, keys and numbers of cards are never kept' },
  NO_REASON: { name: 'no reason', meaning: 'a decision is kept with its reason alone' },
  NO_REFERENCE: {
    name: 'refers to nothing',
    meaning: 'a confirmation or correction of nothing that was said before it',
  },
  DUPLICATE: { name: 'known already', meaning: 'it is known from the same message' },
  HELD: {
    name: 'held by the guard',
    meaning: 'it reads like an order to the assistant, and was not taken',
  },
  ERASED: { name: 'erased before', meaning: 'somebody erased it, so it is kept out' },
  OVERRULED: { name: 'overruled', meaning: 'a surer record says otherwise' },
  ENDED_SINCE: {
    name: 'ended since',
    meaning: 'the same was forgotten, rejected or corrected after it was said',
  },
  REJECTED: { name: 'rejected before', meaning: 'a review found it wrong' },
  OVER_ALREADY: { name: 'over already', meaning: 'its time has passed' },
  NO_VALUE: { name: 'no value', meaning: 'an exact value is kept with its value alone' },
  TEXT_TOO_LONG: { name: 'too long', meaning: 'it is no sentence or two' },
  PRIVATE: { name: 'private', meaning: 'it belongs to a user and may not be shared' },
  NAMESPACE_CLOSED: { name: 'no place for it', meaning: 'its namespace may not be written here' },
};

/** The name and meaning of a rule by which something was refused. */
export function refusedWords(rule: string): Term {
  return (
    knownWords(RULES, rule) ?? {
      name: wordsOfCode(rule),
      meaning: 'a rule of the write policy, by its own name',
    }
  );
}

/** Why something was refused, and what would help. */
export function refusalText({ sentence, remedy }: Refusal): string {
  return remedy === undefined ? sentence : `${sentence} ${remedy}`;
}
