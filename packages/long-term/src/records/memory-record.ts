/** The subject area of a record; says who may see it [LTM-1]. Anything else is refused. */
export type MemoryType = 'user' | 'feedback' | 'project' | 'reference';

/** The sort of knowledge in a record; the write policy has a criterion and a lifetime for each [LTM-1, LTM-3]. */
export type MemoryKind =
  | 'instruction'
  | 'fact'
  | 'preference'
  | 'decision'
  | 'identifier'
  | 'artifact'
  | 'episode'
  | 'strategy';

/** How the library came to know what a record says; each has a confidence to begin with [LTM-2]. */
export type RecordSource =
  | 'user_stated'
  | 'user_correction'
  | 'in_session_correction'
  | 'tool_verified'
  | 'agent_inferred'
  | 'recalled'
  | 'external'
  | 'unknown';

/** Plain data that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** An original message that a record was drawn from. */
export interface Evidence {
  readonly sessionId: string;
  readonly entryId: string;
}

/** Why a record holds no more. */
export type EndReason =
  /** Another record corrects it. */
  | 'superseded'
  /** Somebody wanted it forgotten. */
  | 'forgotten'
  /** A review found it wrong. */
  | 'rejected'
  /** Nobody confirmed it in time. */
  | 'unconfirmed'
  | 'expired'
  /** Its confidence has decayed away. */
  | 'faded'
  /** It reads like an order to the assistant: it never held, and waits in quarantine [GRD-3]. */
  | 'held';

/** The end of a record. */
export interface RecordEnd {
  readonly atMs: number;
  readonly why: EndReason;
}

/** One thing that the agent knows for longer than a session. Times are milliseconds since 1970. */
export interface MemoryRecord {
  /** Made from its content where the caller gives none, so that writing twice writes once. */
  readonly id: string;
  /** Rises by one with each change of the record, uses apart; 1 at first. */
  readonly revision: number;
  /** Says to whom it belongs: `user:ada`, `project:apollo`, `shared:planner:deadlines` [NS-1]. */
  readonly namespace: string;
  /**
   * In a shared namespace: the user whose memory wrote it [NS-3]. Absent in a user's own namespace, and where
   * nobody knows.
   */
  readonly author?: string;
  /** Another user than its author, with the right to, confirmed it or let it out of quarantine. */
  readonly reviewedBy?: string;
  readonly type: MemoryType;
  readonly kind: MemoryKind;
  /** Whom or what it is about; contradictions are looked for within a subject and kind [LTM-5]. */
  readonly subject?: string;
  /** Names the record for `get` and `set`; at most one active record of a namespace has it [LTM-11]. */
  readonly key?: string;
  /** Other names for what it is about, as people say them: `k8s`, `my boss`. A question that has one finds it [RET-9]. */
  readonly aliases?: readonly string[];
  readonly value?: JsonValue;
  /** One sentence or a few, dates absolute. */
  readonly text: string;
  readonly source: RecordSource;
  /** 0 to 1, as it was at `confidenceAtMs`; decay is reckoned from there on when it is read [LTM-6]. */
  readonly confidence: number;
  /** Since when it has had this confidence: written, confirmed, or seen again. */
  readonly confidenceAtMs: number;
  readonly evidence: readonly Evidence[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Somebody or something confirmed it. */
  readonly verifiedAtMs?: number;
  readonly lastUsedAtMs?: number;
  /** Times that it was retrieved for a context. */
  readonly uses: number;
  /** It holds from then on in the world; `createdAtMs` unless it is known better. */
  readonly validFromMs: number;
  /** It is not given out from then on. Absent: never. */
  readonly expiresAtMs?: number;
  /** A date in what it says that ends it: the last moment of that day is `expiresAtMs` too. */
  readonly deadlineMs?: number;
  /**
   * A hypothesis is flagged for review until then; afterwards it fades, and a claim from outside is dropped
   * [LTM-2].
   */
  readonly reviewByMs?: number;
  /** The record that it corrects. */
  readonly supersedes?: string;
  /** Further ones that it corrects: what the user says again can end several at once. */
  readonly alsoSupersedes?: readonly string[];
  /**
   * Others that may say something else about the same, the newest last: nobody has decided between them, and none
   * of those that hold is recalled without the others [LTM-5].
   */
  readonly disputedBy?: readonly string[];
  /** The record that corrects it. */
  readonly supersededBy?: string;
  /** It is history, given out by `asOf` and `history` alone. Absent: it holds. */
  readonly ended?: RecordEnd;
  /** Why it is in quarantine: a sentence for each sign. With `ended.why` of `held` alone [GRD-3]. */
  readonly heldFor?: readonly string[];
  /** Somebody let it out of quarantine as what it is: the check of texts passes it from then on. */
  readonly releasedAtMs?: number;
  /** Never expires, decays or is swept away. */
  readonly pinned: boolean;
  /**
   * A person marked it against recall: no context and no recall has it, while it is listed, corrected and
   * exported as before. It never ends by itself, so that the same said again meets the mark; never pinned
   * at once. Absent: recalled like every other.
   */
  readonly muted?: true;
  readonly metadata: Readonly<Record<string, JsonValue>>;
}
