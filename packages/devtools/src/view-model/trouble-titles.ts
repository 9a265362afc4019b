import { knownWords, titleOfCode } from './code-words.ts';

/** Troubles of where a session is stored. */
const OF_STORAGE: Readonly<Record<string, string>> = {
  STORE_UNAVAILABLE: 'The store cannot be used',
  STORE_WRITE_FAILED: 'Something could not be stored',
  NOT_STORED: 'Something could not be stored',
  STORE_NEARLY_FULL: 'The store is nearly full',
  OLDER_UNREAD: 'Older messages could not be read',
  STORED_STATE_DAMAGED: 'Some of what was stored is damaged',
  STORE_RESET: 'The browser lost what was stored',
  SESSION_CLEARED: 'The stored session was deleted under this page',
  STORED_AS_BRANCH: 'What was said here is stored as a branch',
  STORE_NEWS_UNREAD: 'What is stored by now could not be read',
  STORE_CONFLICT: 'Another tab went on with this session',
  STORE_CORRUPT: 'The stored session cannot be read',
  QUOTA_EXCEEDED: 'There is no room left for this site',
  REDACTION_FAILED: 'Nothing is stored while redaction fails',
  SCRATCHPAD_OUTDATED: 'The stored scratchpad is of an older shape',
};

/** All others. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  SUMMARIZER_FAILED: 'The summariser failed',
  TOKENIZER_UNAVAILABLE: 'Tokens are estimated',
  COUNTER_FAILED: 'The provider could not be asked to count',
  EXCERPT_SENT: 'A message is sent as an excerpt',
  ID_REPEATED: 'An id of a message came again',
  BUDGET_STEPPED_DOWN: 'The provider takes less than the budget',
  FEATURE_FAILED: 'A feature was not ready',
  SCORE_FAILED: 'A message could not be scored',
  LIVE_OVER_SHARE: 'A live section is over its share',
  LIVE_NO_ROOM: 'A live section found too little room',
  LIVE_SECTION_FAILED: 'A live section could not be rendered',
};

/** Words that stand ahead in the codes of storage, also in those that came later. */
const STORAGE_CODE = /^(STORE|STORED|STORAGE|SESSION|QUOTA|DISK|PERSIST)/;

/** A trouble as a heading. One that came later is named by its code. */
export function troubleTitle(code: string): string {
  return knownWords({ ...ELSEWHERE, ...OF_STORAGE }, code) ?? titleOfCode(code);
}

/** Tells whether a trouble is told on the page Storage. */
export function isOfStorage(code: string): boolean {
  return Object.hasOwn(OF_STORAGE, code) || STORAGE_CODE.test(code);
}
