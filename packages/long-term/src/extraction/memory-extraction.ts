import { InvalidOptionError, type MemoryFeature } from '@agent-memory/core';
import { whyHeld } from '../guard/load-check.ts';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import * as check from '../platform/check-argument.ts';
import type { ToolTrust } from './model/check-proposal.ts';
import type { ExtractionModel } from './model/extraction-model.ts';
import type { ExtractionReport } from './run/report.ts';
import { type ExtractionSettings, SessionExtraction } from './run/session-extraction.ts';

declare module '@agent-memory/core' {
  interface MemoryEventMap {
    /** A pass of extraction ended, well or badly [EXT-1]. It has no word of what was said. */
    readonly 'extraction-end': { readonly report: ExtractionReport };
  }
}

/** How memory is extracted from conversations. */
export interface MemoryExtractionOptions {
  /** The model that is asked. Default: none, then patterns find what users say of themselves. */
  readonly chatModel?: ExtractionModel;
  /** Longest wait for the model in a pass, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number;
  /**
   * Tools whose results are worth keeping, by name. `verified`: what a result says is known. `external`:
   * it is quoted as reference material and nothing more. Default: none, since a tool can read again.
   */
  readonly tools?: Readonly<Record<string, ToolTrust>>;
  /**
   * Names of your own tools by which the agent writes memory: a turn in which it did is passed over. Those
   * of `@agent-memory/long-term/tools` are known.
   */
  readonly memoryTools?: readonly string[];
  /** Called with each pass. */
  readonly onReport?: (report: ExtractionReport) => void;
}

const OPTIONS: check.Checks<MemoryExtractionOptions> = {
  chatModel: check.checkThat(
    'must be a model with a `name` and a function `chat`',
    (model) =>
      !check.having('chat')(model) && typeof Reflect.get(Object(model), 'name') === 'string',
  ),
  timeoutMs: check.checkThat(
    'must be a number from 1',
    (value) => typeof value === 'number' && value >= 1,
  ),
  tools: check.checkThat(
    'must say `verified` or `external` for each tool',
    (tools) =>
      typeof tools === 'object' &&
      tools !== null &&
      Object.values(tools).every((trust) => trust === 'verified' || trust === 'external'),
  ),
  memoryTools: check.listOf(),
  onReport: check.aFunction,
};

/** Extraction for one or more sessions. */
export interface MemoryExtraction {
  /** Give it to `createAgentMemory` among `features`. */
  readonly feature: MemoryFeature;
  /**
   * Reads what is new in a session now, runs that have not ended too. Never rejects for what goes wrong in it.
   * @throws InvalidOptionError if no open session of this id has this extraction among its `features`.
   */
  extract(sessionId: string): Promise<readonly ExtractionReport[]>;
  /** The last passes in a session, newest last, bounded; they are stored with it. */
  log(sessionId: string): readonly ExtractionReport[];
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/**
 * Fills a long-term memory from conversations by itself [EXT-1].
 *
 * - Reads what is new when a run has ended, in the background, and before anything leaves the context.
 * - Its cursor is stored with the session and moves when all that was found is written; a tab that is
 *   killed loses nothing, and nothing is taken twice.
 * - Takes what the user said as the user's word, an answer's words as an inference, and tool results only
 *   where `tools` says so. Records name the messages that they were drawn from.
 * - Without a model it knows forms of English, German, Spanish and French, and rather misses than guesses.
 * - Each proposal of a model is held against the words that it quotes, and refused by a rule otherwise.
 *
 * @example
 * const longTerm = createLongTermMemory({ user: 'ada' });
 * const extraction = memoryExtraction(longTerm);
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   features: [retrievedRecords(longTerm), extraction.feature],
 * });
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function memoryExtraction(
  longTerm: LongTermMemory,
  options: MemoryExtractionOptions = {},
): MemoryExtraction {
  check.checkValue(longTerm, 'longTerm', check.having('store', 'list'));
  const settings = settingsOf(options);
  const sessions = new Map<string, SessionExtraction>();
  return {
    feature: {
      name: 'memory-extraction',
      attach(host) {
        const tell = (report: ExtractionReport) => options.onReport?.(report);
        const session = new SessionExtraction(host, longTerm, settings, tell);
        sessions.set(host.sessionId, session);
        return {
          beforeLeaving: ({ signal }) => session.leaving(signal),
          checkText: whyHeld,
          stageNotes: () => session.notes(),
          dispose() {
            session.dispose();
            if (sessions.get(host.sessionId) === session) sessions.delete(host.sessionId);
          },
        };
      },
    },
    async extract(sessionId) {
      check.checkValue(sessionId, 'extract.sessionId', check.aName);
      const session = sessions.get(sessionId);
      if (session) return session.run('asked');
      throw unknownSession(sessionId, [...sessions.keys()]);
    },
    log(sessionId) {
      check.checkValue(sessionId, 'log.sessionId', check.aName);
      return sessions.get(sessionId)?.log() ?? [];
    },
    async settled() {
      await Promise.all([...sessions.values()].map((session) => session.settled()));
    },
  };
}

function unknownSession(id: string, open: readonly string[]): InvalidOptionError {
  const known = open.length === 0 ? 'none is open' : `open: ${open.join(', ')}`;
  const problem = `names no open session that has this extraction among its \`features\`; got "${id}", ${known}. Nothing was read.`;
  return new InvalidOptionError('extract.sessionId', problem);
}

function settingsOf(options: MemoryExtractionOptions): ExtractionSettings {
  check.checkFields(options, OPTIONS, 'memoryExtraction');
  const { chatModel, timeoutMs = 60_000, tools = {} } = options;
  return {
    byModel: chatModel && { model: chatModel, tools },
    timeoutMs,
    ownTools: options.memoryTools ?? [],
  };
}
