/**
 * The kinds of section that the live tier knows; each is the kind of a plan item too. A package of its
 * own adds to them by declaration:
 *
 * ```ts
 * declare module '@agent-memory/core' {
 *   interface LiveKinds {
 *     readonly weather: true;
 *   }
 * }
 * ```
 */
export interface LiveKinds {
  /** The scratchpad, rendered. */
  readonly scratchpad: true;
  /** Notes that the app keeps by name. */
  readonly notes: true;
  /** The closed blocks of the session, a line each, where `sessionRuns` lists them. */
  readonly 'block-catalog': true;
}

/** The kind of a section of the live tier. */
export type LiveKind = keyof LiveKinds;

/**
 * The rules by which the live tier is sent; each is the rule of a decision too. A package of its own
 * adds to them by declaration, as to `LiveKinds`.
 */
export interface LiveRules {
  /** Rendered again for each call. */
  readonly LIVE_STATE: true;
  /** Cut or withheld: all that is sent besides leaves too little room. */
  readonly LIVE_NO_ROOM: true;
  /** Cut or withheld: it is longer than its share of the budget. */
  readonly LIVE_OVER_SHARE: true;
  /** Withheld: it could not be rendered. */
  readonly LIVE_SECTION_FAILED: true;
  /** A section of the archive tier, as it stood when the session or its last compaction began. */
  readonly ARCHIVE_SECTION: true;
}

/** Why a section is sent as it is. */
export type LiveRule = keyof LiveRules;

/** The room that a section may fill. */
export interface LiveRoom {
  /** Tokens of the section's own text; what stands around it is reckoned already. May be infinite. */
  readonly maxTokens: number;
  /** Tokens of a text. */
  count(text: string): number;
}

/** Room for all that a section has to say. */
export const EVERYTHING: LiveRoom = { maxTokens: Number.POSITIVE_INFINITY, count: () => 0 };

/** One of the things that a section speaks of, or could have spoken of, and why. */
export interface LivePart {
  /** Names it in decisions, unique in its section: the id of a record. */
  readonly id: string;
  readonly fate: 'sent' | 'pinned' | 'not-selected' | 'deduplicated' | 'expired';
  readonly rule: LiveRule;
  /** Its own words, which are counted and not kept. Absent: it costs nothing. */
  readonly text?: string;
  /** The figures behind it, by name; names end in their unit. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The ids of the parts that displaced it. */
  readonly by?: readonly string[];
  /** The reason in words, for a person. */
  readonly sentence: string;
  /** A step that would change it, in words. */
  readonly remedy?: string;
}

/** The text of a section. */
export interface LiveText {
  /** Lines of text. They are put into an envelope, so that nothing in them reaches out of it. */
  readonly text: string;
  /**
   * The parts that this text is made of, and those that were left out of it: each has a decision under
   * that of its section. A few dozen at most: history keeps them with the call.
   */
  readonly parts?: readonly LivePart[];
}

/**
 * Port: one part of the live tier, such as the scratchpad [TIER-4]. Each has a share of the input
 * budget, a decision of its own in the plan, and stands in an envelope with a header that says how
 * much of its share is used.
 *
 * An implementer owes:
 * - `render` and `revision` are synchronous, change nothing, and do not depend on the clock: the same
 *   revision and the same room give the same text.
 * - `render` with infinite room gives everything there is to say, with less room as much as fits;
 *   `undefined` or `''` where there is nothing to say, or none of it fits. What is over its room all
 *   the same is cut after a whole line.
 * - `revision` changes whenever `render` would give another text. It is asked for at every plan, so it
 *   costs next to nothing: a counter, or the object that holds the content.
 *
 * A caller may assume: while the revision of a section object stays the same, its text is rendered and
 * counted once, however many plans are made. One that throws is left out, and the plan says so.
 *
 * @example
 * const opened: string[] = [];
 * const files: LiveSection = {
 *   id: 'open-files',
 *   kind: 'notes',
 *   share: 0.02,
 *   lead: 'Files that the user has open',
 *   revision: () => opened.length,
 *   render: () => ({ text: opened.join('\n') }),
 * };
 */
export interface LiveSection {
  /** Names the section in the plan, unique among the sections of a session: `a-z`, digits, `-`. */
  readonly id: string;
  readonly kind: LiveKind;
  /** The largest part of the input budget that it may fill, over 0 and up to 1. */
  readonly share: number;
  /** Tells the model in a few words what stands here; the header begins with it. */
  readonly lead: string;
  revision(): unknown;
  render(room: LiveRoom): LiveText | undefined;
}
