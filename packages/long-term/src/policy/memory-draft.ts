import type {
  Evidence,
  JsonValue,
  MemoryKind,
  MemoryType,
  RecordSource,
} from '../records/memory-record.ts';
import type { StatementNature } from './write-policy.ts';

/** Something to remember, as a caller, a tool or an extractor gives it. */
export interface MemoryDraft {
  readonly type: MemoryType;
  readonly kind: MemoryKind;
  /** One sentence or a few, at most 4,000 characters. May be left out where `key` and `value` are given. */
  readonly text?: string;
  /**
   * Default: made from the content, so that writing twice writes once. One that is given belongs to its
   * namespace: the record is kept as `<namespace>/<id>`, and calls find it by both.
   */
  readonly id?: string;
  /** Default: by `scope`. One that is given here is meant: its readers are those of the namespace. */
  readonly namespace?: string;
  /**
   * For the user alone, whatever its type. Default: by the type, see `WRITE_POLICY`, and for the user alone where
   * it speaks of one person, in the first person singular or as "the user" [NS-3].
   */
  readonly scope?: 'user';
  /** Whom or what it is about; contradictions are looked for within a subject and kind. */
  readonly subject?: string;
  /** Names it for `get` and `set`; another record under the key is corrected by this one. */
  readonly key?: string;
  /**
   * Other names for what it is about, at most 50: `k8s`, `my boss`. A record that has some is recalled where one of
   * them, or its key, is named, or where its words have over half of what is asked.
   */
  readonly aliases?: readonly string[];
  readonly value?: JsonValue;
  /** Default: `unknown`. */
  readonly source?: RecordSource;
  /** 0 to 1; never more than the source is worth. Default: that of the source. */
  readonly confidence?: number;
  /** The sort of statement. Default: the sort that its text shows, else `statement`. */
  readonly nature?: StatementNature;
  /** Why it was decided so; joined to the text of a decision that does not say it. */
  readonly reason?: string;
  /** The messages that it was drawn from. */
  readonly evidence?: readonly Evidence[];
  /** It holds from then on, in milliseconds since 1970. Default: now. */
  readonly validFromMs?: number;
  /** Not given out from then on. Default: by the table's lifetimes; the earlier one wins. */
  readonly expiresAtMs?: number;
  /** A date that ends it: it expires with that day. Default for projects: one that the text surely names. */
  readonly deadlineMs?: number;
  /** The record that it corrects. */
  readonly supersedes?: string;
  /**
   * Ids of the records that it was made of: a summary, a copy, a generalisation. Unless the user says it or
   * a tool verified it, it is no surer than the least sure of them and has its source [GRD-1].
   */
  readonly derivedFrom?: readonly string[];
  /**
   * Never expires, decays or is swept away. Default: false; of no effect for what comes from outside, which
   * a person can `pin`.
   */
  readonly pinned?: boolean;
  /** Anything that JSON can hold; no meaning for the memory. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /**
   * Stores it though it was erased before, and lets it be stored from then on: for the user's own word,
   * and refused with any other source. Default: false; `set`, `correct` and `update` in the user's name
   * do so by themselves.
   */
  readonly evenIfErased?: boolean;
  /** Stores it in the user's own namespace though it has a secret: the user agreed [GRD-4]. Default: false. */
  readonly evenIfSecret?: boolean;
  /**
   * Refuses it where the same, drawn from the same messages, was forgotten, rejected or corrected: to read
   * a message again is not to hear it again. Default: false.
   */
  readonly unlessEnded?: boolean;
}

/** A draft whose fields are what they should be, with its defaults in place. */
export interface CheckedDraft
  extends Omit<
    MemoryDraft,
    'text' | 'source' | 'nature' | 'evidence' | 'derivedFrom' | 'metadata' | 'pinned'
  > {
  readonly text: string;
  readonly source: RecordSource;
  readonly nature: StatementNature;
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  readonly derivedFrom: readonly string[];
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly pinned: boolean;
}
