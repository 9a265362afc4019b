/**
 * How a session treats the memory: `recall` needs at its end what was said at its start, `healthy` stays
 * small, `bloated` grows by long tool results, and `thrashing` brings so much with every turn that a small
 * budget compacts again and again.
 */
export type RecordedSessionKind = 'recall' | 'healthy' | 'bloated' | 'thrashing';

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
      'A guest gives her booking number in the first lines and asks for it in the last. In between come ferries, a dog, bread and bicycles: far more than fits into 3,000 tokens.',
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
];

/**
 * Fetches a session that comes with the playground; each call asks anew.
 *
 * @throws Error whose message ends a sentence that says what could not be done.
 */
export async function fetchSession({ url }: Pick<RecordedSessionInfo, 'url'>): Promise<unknown> {
  const response = await fetchedFrom(url);
  if (!response.ok) throw new Error(`it could not be fetched; the server said ${response.status}.`);
  try {
    return await response.json();
  } catch (cause) {
    throw new Error('it did not arrive whole.', { cause });
  }
}

async function fetchedFrom(url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch (cause) {
    throw new Error('it could not be fetched. Are you offline?', { cause });
  }
}
