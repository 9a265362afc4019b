import type { RecordLabel, RecordSource } from '@agent-memory/long-term';

/** Every text of `UserMemories`, so that an app may say it in its own words or another language. */
export interface UserMemoriesTexts {
  readonly title: string;
  readonly loading: string;
  readonly nothing: string;
  /** Names the field that filters the list. */
  readonly search: string;
  readonly nothingFound: string;
  readonly more: string;
  /** Reads the list again after a failure. */
  readonly again: string;
  readonly correct: string;
  /** Names the field with the words that are put right. */
  readonly rightWords: string;
  readonly save: string;
  readonly cancel: string;
  readonly confirm: string;
  readonly erase: string;
  readonly eraseQuestion: string;
  readonly eraseForGood: string;
  readonly keep: string;
  /** Opens what a memory said before, and when. */
  readonly origin: string;
  /** What a memory said before, and how that came about. */
  readonly earlier: (origin: string, text: string) => string;
  readonly fromMessages: (count: number) => string;
  readonly pause: string;
  readonly resume: string;
  /** Says what a pause means, for as long as it lasts. */
  readonly isPaused: string;
  readonly download: string;
  readonly eraseAll: string;
  readonly eraseAllQuestion: string;
  readonly corrected: string;
  readonly confirmed: string;
  readonly erased: string;
  readonly allErased: string;
  readonly downloaded: string;
  readonly paused: string;
  readonly resumed: string;
  /** Around the sentence that says why something did not work. */
  readonly failed: (reason: string) => string;
  readonly day: (atMs: number) => string;
  /** How a memory came about. The day is a text of `day`. */
  readonly sources: Readonly<Record<RecordSource, (day: string) => string>>;
  /** The same where another person said it. */
  readonly saidBy: (name: string, day: string) => string;
  /** How a memory stands. What has no words is not mentioned. */
  readonly marks: Readonly<Partial<Record<MemoryMark, string>>>;
}

/** A mark of a memory: a label, or what somebody decided about it. */
export type MemoryMark = RecordLabel | 'verified' | 'pinned' | 'muted';

const correctedOn = (day: string) => `You put this right on ${day}`;
const notedOn = (day: string) => `Noted by the assistant on ${day}`;

/** Plain English. */
export const ENGLISH: UserMemoriesTexts = {
  title: 'What do you remember about me?',
  loading: 'Looking it up …',
  nothing: 'Nothing is remembered about you.',
  search: 'Search what is remembered',
  nothingFound: 'Nothing of what is remembered has these words.',
  more: 'Show more',
  again: 'Try again',
  correct: 'Correct',
  rightWords: 'What is right?',
  save: 'Save',
  cancel: 'Cancel',
  confirm: 'That is right',
  erase: 'Delete',
  eraseQuestion:
    'Delete this for good, with everything it said before? The messages in your chats stay.',
  eraseForGood: 'Delete for good',
  keep: 'Keep',
  origin: 'Where this comes from',
  earlier: (origin, text) => `${origin}: “${text}”`,
  fromMessages: (count) => {
    if (count === 0) return 'Not taken from a message of your chats.';
    return count === 1 ? 'From 1 message of your chats.' : `From ${count} messages of your chats.`;
  },
  pause: 'Pause memory',
  resume: 'Resume memory',
  isPaused:
    'Memory is paused: nothing you say is remembered, and nothing below is used in answers.',
  download: 'Download everything',
  eraseAll: 'Delete everything',
  eraseAllQuestion:
    'Delete for good everything that is remembered about you? What other people said stays, and so do the messages in your chats.',
  corrected: 'Corrected.',
  confirmed: 'Confirmed.',
  erased: 'Deleted for good.',
  allErased: 'Everything of yours was deleted for good.',
  paused: 'Paused.',
  resumed: 'Memory works again.',
  downloaded: 'Everything is in the file that was downloaded.',
  failed: (reason) => `That did not work, and nothing was lost. ${reason}`,
  day: (atMs) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(atMs),
  sources: {
    user_stated: (day) => `You said this on ${day}`,
    user_correction: correctedOn,
    in_session_correction: correctedOn,
    tool_verified: (day) => `A tool reported this on ${day}`,
    agent_inferred: (day) => `Concluded from a chat on ${day}`,
    recalled: notedOn,
    external: (day) => `Quoted from somewhere else on ${day}`,
    unknown: notedOn,
  },
  saidBy: (name, day) => `${name} said this on ${day}`,
  marks: {
    hypothesis: 'not confirmed',
    decayed: 'soon forgotten unless you confirm it',
    'not-yet-valid': 'for later',
    verified: 'confirmed',
    pinned: 'always kept',
    muted: 'never used in answers',
  },
};
