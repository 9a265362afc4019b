import type { AgentMemory } from '@agent-memory/core';

/**
 * A pass of extraction as its report tells it: ids, rules and figures, and no word of what was said. Names
 * are open, so that a newer package can add to them.
 */
export interface ExtractionPass {
  /** `run-end`, `leaving` or `asked`. */
  readonly cause: string;
  readonly atMs: number;
  readonly durationMs: number;
  /** The model that was asked, or `patterns`. */
  readonly extractor: string;
  readonly fromEntryId?: string;
  readonly toEntryId?: string;
  /** Messages that were read. */
  readonly entries: number;
  /** Turns passed over, because the agent saved memory itself in them. */
  readonly skippedTurns: number;
  readonly taken: readonly {
    readonly recordId: string;
    readonly kind: string;
    /** `stored`, `merged` or `unchanged`. */
    readonly outcome: string;
    readonly entryIds: readonly string[];
  }[];
  readonly refused: readonly RefusedByRule[];
  /** Refused by the write policy, or by what is known. */
  readonly refusedByMemory: readonly RefusedByRule[];
  /** Records that hold no more, because the user asked or wrote a message again; absent where there were none. */
  readonly forgotten?: readonly ForgottenByPass[];
  /** Patterns read in place of a model that was late; it reads the same messages after the next run. */
  readonly isStandIn?: boolean;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** Something that was not taken: why, and the messages that it stands in. */
export interface RefusedByRule {
  readonly rule: string;
  readonly entryIds: readonly string[];
  readonly kind?: string;
}

/** A record that a pass forgot; its history stays. */
export interface ForgottenByPass {
  readonly recordId: string;
  /** `ASKED` or `REPLACED`. */
  readonly why: string;
  /** The message that asks, or the version that is not shown any more. */
  readonly entryIds: readonly string[];
}

/** The part of an extraction that the panel uses; `memoryExtraction` makes such a one. */
export interface InspectableExtraction {
  /** The last passes in a session, newest last. */
  log(sessionId: string): readonly ExtractionPass[];
}

/** The one way the panel reaches the log of extraction. Every answer can be cloned. */
export interface ExtractionSource {
  /** The last passes in the session, newest first. */
  readonly log: () => Promise<readonly ExtractionPass[]>;
  /** Tells that a pass has ended. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The log of a session of the same page as a source for the panel. */
export function extractionSource(
  memory: Pick<AgentMemory<unknown>, 'id' | 'onEvent'>,
  extraction: InspectableExtraction,
): ExtractionSource {
  return {
    log: async () => extraction.log(memory.id).toReversed(),
    subscribe: (listener) =>
      memory.onEvent((event) => {
        // Declared by the package that extracts, which this one does not load.
        const type: string = event.type;
        if (type === 'extraction-end') listener();
      }),
  };
}
