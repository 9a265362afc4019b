/** A window that a policy holds, however much room there is: what stands further back leaves. */
export interface WindowLimit {
  /** The policy that holds it, by its name. */
  readonly policy: string;
  /** The newest messages that stay. */
  readonly messages: number;
}

/** The most that a result of a tool may take by its hint, and what the largest one here takes. */
export interface ToolLimit {
  readonly toolName: string;
  readonly tokens: number;
}

/**
 * The conditions that keep an original in the view, whole: all of them together, for as long as the settings are these.
 * With them no compaction would have touched it.
 */
export interface Keeps {
  /**
   * While the whole conversation takes no more than this share of the input budget, nothing is cut
   * for want of room.
   */
  readonly budgetShare: number;
  /** Windows that have to reach back to it. */
  readonly windows?: readonly WindowLimit[];
  /** Results over the limit of their tool, whose limit has to let them be. */
  readonly tools?: readonly ToolLimit[];
}

/**
 * Why an original left the view or is sent shorter [HIS-4], as whoever decided it said. Made with the
 * overlay and kept with it. Plain data. PERSISTED.
 */
export interface OverlayReason {
  /** A rule code. */
  readonly rule: string;
  /** The policy or the stage that decided, by its name. */
  readonly decidedBy?: string;
  /** The figures at that time, by name; `least…` and `most…` bound those of several originals. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The reason in words, where the rule is none of this library's own. */
  readonly sentence?: string;
  /** A step that would have kept it, likewise in words. */
  readonly remedy?: string;
  /** Absent where nothing is known to keep it. */
  readonly keeps?: Keeps;
}
