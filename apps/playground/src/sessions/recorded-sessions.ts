/**
 * How a session treats the memory: `healthy` stays small, `bloated` grows by long tool results,
 * `thrashing` brings so much with every turn that a small budget compacts again and again.
 */
export type RecordedSessionKind = 'healthy' | 'bloated' | 'thrashing';

/** The facts that a list of recorded sessions shows before any of them is loaded. */
export interface RecordedSessionInfo {
  /** The id inside the session's file, and the file's name. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kind: RecordedSessionKind;
  /** Where the whole session is: id, kind, title, description and OpenAI chat `messages`, as JSON. */
  readonly url: string;
}

/**
 * The sessions that come with the playground, smallest first. Each is a file of its own in the build
 * and is fetched only when somebody opens it; an import that failed once fails until the page is
 * loaded anew, and a fetch does not.
 */
export const recordedSessions: readonly RecordedSessionInfo[] = [
  {
    id: 'healthy',
    title: 'Booking a repair',
    description:
      'A leaking espresso machine, a double charge and a dishwasher that only looked broken. Short results and clear turns; the numbers read out at the start are needed again at the end.',
    kind: 'healthy',
    url: new URL('./healthy.json', import.meta.url).href,
  },
  {
    id: 'thrashing',
    title: 'Four musicians, five seats',
    description:
      'A tour desk plans ten days for a string quartet whose cello flies as a passenger. Pasted mails, changes of mind, a topic a minute: with a small budget it compacts all the time, and the last hour needs numbers from the first.',
    kind: 'thrashing',
    url: new URL('./thrashing.json', import.meta.url).href,
  },
  {
    id: 'bloated',
    title: 'The hour that happened twice',
    description:
      'A coding agent looks for 187 ferry passengers who vanished in the night the clocks went back. Few questions, long tool results, the same files read again after every edit; what the first log said is needed at the end.',
    kind: 'bloated',
    url: new URL('./bloated.json', import.meta.url).href,
  },
];
