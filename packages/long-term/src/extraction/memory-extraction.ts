import { InvalidOptionError, type MemoryFeature, type OpenAiMessage } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import {
  checkFunction,
  checkMade,
  checkName,
  checkTexts,
  fieldsOf,
  invalid,
  objectOf,
} from '../platform/check-argument.ts';
import type { ToolTrust } from './model/check-proposal.ts';
import type { ChunkOptions } from './model/chunks.ts';
import type { ExtractionModel } from './model/extraction-model.ts';
import type { CheckText } from './run/choose-candidates.ts';
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
  /**
   * The context of the main call, as it was sent: then the question goes behind it, so that a provider's
   * cache reads it, and the conversation is not sent a second time. Default: none, the new messages alone
   * are sent.
   */
  readonly sharedPrefix?: () => readonly OpenAiMessage[] | Promise<readonly OpenAiMessage[]>;
  /** How much the model reads at once. */
  readonly chunk?: ChunkOptions;
  /** Longest wait for the model in a pass, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number;
  /**
   * Longest wait for the model in milliseconds where messages are about to leave the context: `assemble`
   * waits for it. Then patterns read them, and the model reads them again after the next run. Default: 5,000.
   */
  readonly leavingTimeoutMs?: number;
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
  /**
   * Looks at each text before it becomes a record, beside the guard that the memory has; what it holds is
   * not taken. What the memory's guard holds waits in `quarantine`. Default: that guard alone.
   */
  readonly checkText?: CheckText;
  /** Told of each pass. */
  readonly onReport?: (report: ExtractionReport) => void;
}

const OPTIONS = {
  chatModel: true,
  sharedPrefix: true,
  chunk: true,
  timeoutMs: true,
  leavingTimeoutMs: true,
  tools: true,
  memoryTools: true,
  checkText: true,
  onReport: true,
} as const satisfies KnownNames<MemoryExtractionOptions>;
const CHUNK = {
  characters: true,
  overlapCharacters: true,
} as const satisfies KnownNames<ChunkOptions>;

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
  checkMade(longTerm, 'longTerm', 'store', 'list');
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
          stageNotes: () => session.notes(),
          dispose() {
            session.dispose();
            if (sessions.get(host.sessionId) === session) sessions.delete(host.sessionId);
          },
        };
      },
    },
    async extract(sessionId) {
      checkName(sessionId, 'extract.sessionId');
      const session = sessions.get(sessionId);
      if (session) return session.run('asked');
      throw unknownSession(sessionId, [...sessions.keys()]);
    },
    log(sessionId) {
      checkName(sessionId, 'log.sessionId');
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
  fieldsOf(options, OPTIONS, 'memoryExtraction');
  const { chatModel, sharedPrefix, chunk = {}, tools = {} } = options;
  const { timeoutMs = 60_000, leavingTimeoutMs = 5_000 } = options;
  fieldsOf(chunk, CHUNK, 'memoryExtraction.chunk');
  const { characters = 12_000, overlapCharacters = 1_200 } = chunk;
  if (chatModel !== undefined && typeof chatModel?.chat !== 'function') {
    throw new InvalidOptionError('chatModel', 'must be a model with a function `chat`.');
  }
  if (chatModel !== undefined && typeof chatModel.name !== 'string') {
    throw new InvalidOptionError('chatModel.name', 'must be a text.');
  }
  checkFunction(sharedPrefix, 'sharedPrefix');
  checkFunction(options.checkText, 'checkText');
  checkFunction(options.onReport, 'onReport');
  checkTexts(options.memoryTools, 'memoryTools');
  objectOf(tools, 'tools');
  checkNumber('chunk.characters', characters, 500);
  checkNumber('chunk.overlapCharacters', overlapCharacters, 0);
  checkNumber('timeoutMs', timeoutMs, 1);
  checkNumber('leavingTimeoutMs', leavingTimeoutMs, 1);
  for (const [name, trust] of Object.entries(tools)) {
    if (trust !== 'verified' && trust !== 'external') {
      throw new InvalidOptionError('tools', `must say \`verified\` or \`external\` for "${name}".`);
    }
  }
  return {
    byModel: chatModel && {
      model: chatModel,
      chunk: { characters, overlapCharacters },
      tools,
      ...(sharedPrefix && { sharedPrefix }),
    },
    timeoutMs,
    leavingTimeoutMs,
    ownTools: options.memoryTools ?? [],
    checkText: options.checkText,
  };
}

function checkNumber(option: string, value: number, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  throw invalid(option, `must be a number from ${least}`, value);
}
