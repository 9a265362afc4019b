/**
 * How a session treats the memory: `recall` needs at its end what was said at its start, `healthy` stays
 * small, `bloated` grows by long tool results, `thrashing` brings so much with every turn that a small
 * budget compacts again and again, `parallel` has many tools at work at once, and `outage` loses its
 * summariser for a while.
 */
export type RecordedSessionKind =
  | 'recall'
  | 'healthy'
  | 'bloated'
  | 'thrashing'
  | 'parallel'
  | 'outage';

/** The facts that a list of recorded sessions shows before any of them is loaded. */
export interface RecordedSessionInfo {
  /** The id inside the session's file, and the file's name. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kind: RecordedSessionKind;
  /** The budget at which its point is seen, in tokens; choosing the session sets it. */
  readonly budgetTokens: number;
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
    id: 'booking',
    title: 'A week on the island',
    description:
      'A guest says her booking number in the first lines and asks for it in the last. Between them lie ferries, a dog, bread and bicycles: more than 20 messages, and more than 3,000 tokens.',
    kind: 'recall',
    budgetTokens: 3_000,
    url: new URL('./booking.json', import.meta.url).href,
  },
  {
    id: 'healthy',
    title: 'Booking a repair',
    description:
      'A leaking espresso machine, a double charge and a dishwasher that only looked broken. Short results and clear turns; the numbers read out at the start are needed again at the end.',
    kind: 'healthy',
    budgetTokens: 8_000,
    url: new URL('./healthy.json', import.meta.url).href,
  },
  {
    id: 'parallel',
    title: 'Six jobs at once',
    description:
      'A harbour desk before a storm starts up to six jobs with one reply. Look at the live tier: the jobs under way stand there, at the end of each context, and go when their results come. The headroom of 2,000 tokens stays free for those results.',
    kind: 'parallel',
    budgetTokens: 8_000,
    url: new URL('./parallel.json', import.meta.url).href,
  },
  {
    id: 'thrashing',
    title: 'Four musicians, five seats',
    description:
      'A tour desk plans ten days for a string quartet whose cello flies as a passenger. Pasted mails, changes of mind, a topic a minute: at 2,000 tokens more than every third call brings a compaction, and the last hour needs numbers from the first.',
    kind: 'thrashing',
    budgetTokens: 2_000,
    url: new URL('./thrashing.json', import.meta.url).href,
  },
  {
    id: 'bloated',
    title: 'The hour that happened twice',
    description:
      'A coding agent looks for 187 ferry passengers who vanished in the night the clocks went back. Few questions, long tool results, the same files read again after every edit; what the first log said is needed at the end.',
    kind: 'bloated',
    budgetTokens: 8_000,
    url: new URL('./bloated.json', import.meta.url).href,
  },
  {
    id: 'outage',
    title: 'The summariser is out',
    description:
      'The coding agent that looks for 187 passengers, while the model that writes its summaries cannot be reached. Look at Compactions in the panel: the breaker opens after two failures, memory goes on without the model, and a later trial closes it. It opens at 4,000 tokens, and no context is larger.',
    kind: 'outage',
    budgetTokens: 4_000,
    url: new URL('./bloated.json', import.meta.url).href,
  },
];
