import type { StatementNature } from '../policy/write-policy.ts';
import type { JsonValue, MemoryKind, MemoryType, RecordSource } from '../records/memory-record.ts';

/** Why something that looked worth keeping was not taken [EXT-5]; each is a promise to tools. */
export type ExtractionRule =
  /** The answer of a model was no candidate at all. */
  | 'MALFORMED'
  /** A model's words do not stand in the message, or say more than it. */
  | 'UNSUPPORTED'
  /** It is a question. */
  | 'QUESTION'
  /** It is quoted, or code. */
  | 'QUOTED'
  /** Pasted or repeated text that nobody said in passing, placeholders, or words of the prompt. */
  | 'TEMPLATE'
  /** It is what another person wants, says or does. */
  | 'OTHER_PERSON'
  /** It is about the assistant itself. */
  | 'SELF_REFERENCE'
  /** It is a guess, a condition or a game. */
  | 'SPECULATION'
  /** The user takes it back, does not mean it, or asks to forget it before it was written. */
  | 'WITHDRAWN'
  /** It holds for now and not for later. */
  | 'STATUS'
  /** A tool can read it again. */
  | 'TOOL_READABLE'
  /** A claim from outside would become a fact. */
  | 'EXTERNAL_CLAIM'
  /** A password, a key, the number of a card. */
  | 'SECRET'
  /** A decision without its reason. */
  | 'NO_REASON'
  /** A confirmation or correction of nothing that was said before it. */
  | 'NO_REFERENCE'
  /** The user wants nothing kept about that. */
  | 'UNWANTED'
  /** Nothing in the message has a form of what lasts. */
  | 'NO_STATEMENT'
  /** It is known already. */
  | 'DUPLICATE'
  /** The guard holds the words that it quotes. */
  | 'HELD';

/** Words in a message that a candidate was drawn from. */
export interface Span {
  readonly entryId: string;
  /** To the letter, white space apart. */
  readonly quote: string;
}

/** A statement that may be kept. */
export interface Candidate {
  readonly type: MemoryType;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly source: RecordSource;
  readonly nature: StatementNature;
  readonly value?: JsonValue;
  readonly reason?: string;
  /** The words that it was drawn from; the first are its own, others are what it refers to. */
  readonly spans: readonly [Span, ...Span[]];
}

/** Something that was not taken, without a word of it. */
export interface RefusedCandidate {
  readonly rule: ExtractionRule;
  readonly entryIds: readonly string[];
  readonly kind?: MemoryKind;
}

/** All that was found in some messages. */
export interface Findings {
  readonly candidates: readonly Candidate[];
  readonly refused: readonly RefusedCandidate[];
}
