import {
  InvalidOptionError,
  type ModelCall,
  type Summarizer,
  type Summary,
  type SummaryRequest,
  systemClock,
} from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import type { ChatModel, ChatRequest } from '../chat/chat-model.ts';
import { ModelError } from '../errors/model-error.ts';
import { measuredChat } from '../metering/measured.ts';
import { type AskForSummary, CORRECTION_TOKENS, checkedSummary } from './checked-summary.ts';
import { mapReduce } from './map-reduce.ts';
import { orSentences, shortened, tokensOf, withoutCalls } from './plain-sentences.ts';
import { planSummary } from './summary-plan.ts';
import { briefSummaryRules, summaryRequestText, summaryRules, TRIAL } from './summary-prompts.ts';
import type { SummaryTask } from './summary-task.ts';

/** Many models in a browser are loaded with this window. */
const DEFAULT_WINDOW = 4_096;
/** Tokens of quoted text and answer without which a request is not worth its while. */
const LEAST_ROOM = 160;
/** Kept free: the session's counter is seldom the model's own, which may count more. */
const SAFETY_SHARE = 0.2;
/** Tokens that a template puts around one message. */
const MESSAGE_TOKENS = 12;

/**
 * Lets a chat model write the summaries of a memory [MOD-1].
 *
 * - No request is longer than the model's `contextWindow` (4,096 where it is not known), the answer
 *   included, with a fifth of it kept free. What does not fit is summarised part by part, and the parts are merged. A model that still finds a request
 *   too long is asked with less, from then on.
 * - It is sized to the `speed` of a model on this device, which a first, short call measures: read in parts,
 *   without the JSON of calls, of a conversation that is too long for the time its most telling sentences,
 *   and with an answer that is done in time. Where not even that can be, the model is not asked, and the error says so.
 * - Requests are of the background and of temperature 0. The text that all of them share stands first.
 * - Quoted text is told as data, between tags that nothing in it can close.
 * - An answer is cleaned (thoughts, fences, "Here is a summary:") and checked: one that loops, copies,
 *   grows or speaks of other things is thrown away; one with a value that its source lacks is asked for
 *   again, once, and then its sentences without such values are taken. Of a part that a slow model read, the
 *   most telling sentences stand in for an answer that is thrown away, unless all of them are.
 * - Ahead of need it has the time that the model gives an answer.
 * - Its calls are told to the memory: `state.models` and the compaction's record have their tokens, time
 *   and, where the model reports one, cost. The summary is signed by the model that wrote it.
 *
 * `summarize` rejects with an error that says what is wrong with the summary, with the `ModelError` of
 * the model, or with the signal's reason; a memory then takes the extractive summary.
 *
 * @throws InvalidOptionError if it is no chat model.
 *
 * @example
 * const chatModel = openAiCompatible({
 *   baseUrl: 'http://localhost:11434/v1',
 *   model: 'gemma3:4b',
 *   contextWindow: 8_192,
 * });
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 32_000,
 *   summarizer: modelSummarizer(chatModel),
 * });
 */
export function modelSummarizer(chatModel: ChatModel): Summarizer {
  if (typeof chatModel?.chat !== 'function') {
    throw new InvalidOptionError('chatModel', 'must be a model with a function `chat`.');
  }
  const learned = new LearnedShare();
  let isTried = false;

  const windowNow = (): number => {
    const known = chatModel.contextWindow ?? DEFAULT_WINDOW;
    return Number.isFinite(known) ? known : DEFAULT_WINDOW;
  };
  return {
    name: chatModel.name,
    get timeoutMs() {
      return chatModel.timeoutMs;
    },
    async summarize(whole, { limitMs = Number.POSITIVE_INFINITY, ...options }) {
      const { signal, onCall, mayCall = () => true, onProgress } = options;
      const endsAtMs = systemClock.nowMs() + limitMs;
      let madeBy = chatModel.name;
      const tell = (call: ModelCall): void => {
        if (call.outcome.kind === 'answered') madeBy = call.model;
        onCall?.(call);
      };
      const send = async (rules: string, content: string, maxTokens: number) => {
        if (!mayCall()) throw new Error('the limit on spending was reached before it was done');
        const asked: ChatRequest = {
          messages: [
            { role: 'system', content: rules },
            { role: 'user', content },
          ],
          maxTokens,
          temperature: 0,
          urgency: 'background',
          onCall: tell,
          ...(signal && { signal }),
        };
        return measuredChat(chatModel, asked, { clock: systemClock });
      };
      // Only a model on this device takes long enough to say how long.
      if (chatModel.timeoutMs !== undefined && !chatModel.speed && !isTried) {
        await send(briefSummaryRules(), TRIAL, TRIAL_TOKENS).catch(saidNothing);
        isTried = true;
      }
      const { speed } = chatModel;
      const isSlow = speed !== undefined && speed.readsPerSecond < SLOW_READS_PER_SECOND;
      const rules = isSlow ? briefSummaryRules() : summaryRules();
      const ask: AskForSummary = async (task) => {
        const reply = await send(rules, summaryRequestText(task), task.maxTokens);
        return { text: reply.text, isCut: reply.finishReason === 'length' };
      };
      const request = isSlow ? withoutCalls(whole) : whole;
      const matterTokens = speed ? await inSlices(tokensOf(request), { signal }) : 0;
      const { previous, count } = request;
      const text = await learned.attempt(async (share) => {
        const plan = planSummary({
          speed,
          limitMs: endsAtMs - systemClock.nowMs(),
          roomTokens: roomIn(windowNow() * share, rules, request),
          ownTokens: ownTokensOf(rules, request),
          soFarTokens: previous ? count(previous.text) : 0,
          matterTokens,
          answerTokens: request.maxTokens,
        });
        if (plan.kind === 'too-slow') throw tooSlow(plan.needsMs, limitMs);
        const isShort = plan.matterTokens < matterTokens;
        const read = isShort ? await shortened(request, plan.matterTokens, signal) : request;
        const write = (task: SummaryTask): Promise<string> =>
          checkedSummary(task, { ask, count, signal });
        return mapReduce(
          { ...read, maxTokens: plan.answerTokens },
          {
            ...plan,
            signal,
            onProgress,
            write: plan.joins ? orSentences(write, { count, signal }) : write,
          },
        );
      });
      return { madeBy, ...rangeOf(whole), text };
    },
  };
}

/** First and last message that the new summary speaks of. */
function rangeOf({ previous, sources }: SummaryRequest): Pick<Summary, 'fromSeq' | 'toSeq'> {
  const first = sources[0]?.seq ?? previous?.fromSeq ?? 0;
  const last = sources.at(-1)?.seq ?? previous?.toSeq ?? 0;
  return {
    fromSeq: Math.min(previous?.fromSeq ?? first, first),
    toSeq: Math.max(previous?.toSeq ?? last, last),
  };
}

/** Words of an answer that is only there to be timed. */
const TRIAL_TOKENS = 12;
/** Below that the rules of a summary take seconds to read. */
const SLOW_READS_PER_SECOND = 100;

/** A trial without a word says as little of the speed as none. @throws any other error */
function saidNothing(error: unknown): void {
  if (!(ModelError.isInstance(error) && error.code === 'MODEL_ANSWER_EMPTY')) throw error;
}

function tooSlow(needsMs: number, limitMs: number): Error {
  const [needed, given] = [needsMs, limitMs].map((ms) => Math.round(ms / 1_000));
  return new Error(
    `it was not asked: on this device it needs about ${needed} s for the shortest summary, and has ${given} s`,
  );
}

/** Tokens of a request before any text. @param more - What else it may say. */
function ownTokensOf(
  rules: string,
  { previous, count, maxTokens }: SummaryRequest,
  more: { readonly previous?: string; readonly invented?: readonly string[] } = {},
): number {
  const task = { kind: 'whole', previous: previous ? '.' : '', conversation: '.' } as const;
  const frame = summaryRequestText({ ...task, maxTokens, ...more });
  return count(rules) + count(frame) + 2 * MESSAGE_TOKENS;
}

/** Tokens of quoted text and answer that one request has room for. @throws InvalidOptionError if none. */
function roomIn(window: number, rules: string, request: SummaryRequest): number {
  const longest = { previous: '.', invented: ['.'] };
  const fixedTokens = ownTokensOf(rules, request, longest) + CORRECTION_TOKENS;
  const room = Math.floor(window * (1 - SAFETY_SHARE)) - fixedTokens;
  if (room >= LEAST_ROOM) return room;
  throw new InvalidOptionError(
    'contextWindow',
    `leaves no room for a summary: of ${Math.floor(window)} tokens a request takes ${fixedTokens} before any text.`,
  );
}

const SHRINK = 0.7;
const MAX_SHRINKS = 3;

/**
 * The part of a window that a model really takes: all of it, until it finds a request too long. Then the
 * work is done again with less, three times at most, and so from then on.
 */
class LearnedShare {
  #share = 1;

  /** @throws what `work` throws, unless it is about the length and there is less to try. */
  async attempt<Result>(work: (share: number) => Promise<Result>): Promise<Result> {
    for (let shrinks = 0; ; shrinks += 1) {
      const tried = this.#share;
      try {
        return await work(tried);
      } catch (error) {
        if (!isTooLong(error) || shrinks === MAX_SHRINKS) throw error;
        // Work that ran beside this one may have learned the same.
        this.#share = Math.min(this.#share, tried * SHRINK);
      }
    }
  }
}

function isTooLong(error: unknown): boolean {
  return ModelError.isInstance(error) && error.code === 'MODEL_CONTEXT_TOO_LONG';
}
