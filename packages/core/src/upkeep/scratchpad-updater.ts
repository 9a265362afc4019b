import { checkFunctions, checkGiven } from '../errors/check-option.ts';
import { errorText } from '../errors/error-text.ts';
import { InvalidScratchpadError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { toolCallsOf } from '../message/message.ts';
import { isSameValue } from '../message/same-value.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import { callListener } from '../platform/call-listener.ts';
import { createAbort } from '../platform/create-abort.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import { checkedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { Entry } from '../transcript/entry.ts';
import { changeTo, fillOf, type PadMemory } from './kept-pad.ts';
import { quotedConversation } from './quoted-conversation.ts';
import { updaterRequest, updaterRules } from './updater-prompt.ts';

/** Port: the model that writes a scratchpad anew. A `ChatModel` of `@agent-memory/models` is one. */
export interface ScratchpadModel {
  readonly name: string;
  chat(request: {
    readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
    readonly temperature?: number;
    readonly urgency?: 'background';
    readonly signal?: AbortSignalLike;
  }): Promise<{ readonly text: string }>;
}

/** The outcome of one update. Unless it is `updated`, the scratchpad is as it was. */
export type ScratchpadUpdate =
  | { readonly kind: 'updated' }
  /** Nothing was said since the last update, or the model wrote what stands. */
  | { readonly kind: 'unchanged' }
  /** The model's answer is no scratchpad: why, in words. */
  | { readonly kind: 'invalid'; readonly problem: string; readonly answer: string }
  /** The scratchpad was changed by somebody else meanwhile; their word counts. */
  | { readonly kind: 'overtaken' }
  /** The model could not be asked, or the change could not be stored. */
  | { readonly kind: 'failed'; readonly problem: string };

/** How a scratchpad is kept up by a model. */
export interface ScratchpadUpdaterOptions<Pad> {
  readonly model: ScratchpadModel;
  /** The `scratchpad` option of the memory. */
  readonly scratchpad: ScratchpadSchema<Pad>;
  /**
   * `run`: after each reply that calls no tool. `step`: after each result of a tool, too. `never`: only
   * when `update` is called. Default `run`.
   */
  readonly every?: 'run' | 'step' | 'never';
  /** The newest messages that fit this many tokens are quoted. Default 3,000. */
  readonly quotedTokens?: number;
  /** Told of each outcome. An error of its own is reported as an uncaught one and ends nothing. */
  readonly onUpdate?: (update: ScratchpadUpdate) => void;
}

/** A scratchpad that is kept up, from `scratchpadUpdater`. */
export interface ScratchpadUpdater {
  /**
   * Updates now; behind an update that is under way.
   * @throws the reason of `signal`; an error that says so where the updater was disposed meanwhile or before.
   */
  update(options?: { readonly signal?: AbortSignalLike }): Promise<ScratchpadUpdate>;
  /** Resolves when no update is under way or due. */
  idle(): Promise<void>;
  /** Ends it: what the model is writing is not taken. */
  dispose(): void;
}

const OPTIONS = {
  model: true,
  scratchpad: true,
  every: true,
  quotedTokens: true,
  onUpdate: true,
} as const satisfies KnownNames<ScratchpadUpdaterOptions<object>>;

const QUOTED_TOKENS = 3_000;

/**
 * Has a model write a memory's scratchpad anew from what was said since the last time [PAD-2]: once a
 * run, or after each significant step. The answer must be JSON that fits the same schema and its room;
 * any other changes nothing and is reported.
 *
 * - One update at a time; what is due meanwhile is done as one. Of several tabs the one in which a message
 *   was said makes the update [NS-2].
 * - An answer that somebody's own change of the scratchpad has overtaken is dropped.
 * - Nothing waits for it, and it throws nowhere: a model that fails is reported.
 *
 * @example
 * const writer: ScratchpadModel = {
 *   name: model,
 *   async chat({ messages }) {
 *     const response = await fetch(url, { method: 'POST', body: JSON.stringify({ messages }) });
 *     return { text: await response.text() };
 *   },
 * };
 * const updater = scratchpadUpdater(memory, {
 *   model: writer,
 *   scratchpad: defaultScratchpad,
 *   onUpdate: (update) => console.log(update.kind),
 * });
 *
 * @throws InvalidOptionError if an option makes no sense, or is not known.
 */
export function scratchpadUpdater<Pad extends object>(
  memory: PadMemory<Pad>,
  options: ScratchpadUpdaterOptions<Pad>,
): ScratchpadUpdater {
  refuseUnknown(options, OPTIONS, 'scratchpadUpdater');
  const { model, every = 'run', quotedTokens = QUOTED_TOKENS, onUpdate } = options;
  checkFunctions('model', model, ['chat']);
  checkGiven(['run', 'step', 'never'].includes(every), 'every', 'run, step or never', every);
  checkGiven(quotedTokens > 0, 'quotedTokens', 'a number above 0', quotedTokens);
  const updates = new SerialQueue();
  const ended = createAbort();
  let isDue = false;
  let seenEntries = 0;

  async function updateOnce(signal: AbortSignalLike): Promise<ScratchpadUpdate> {
    const pad = memory.getState().scratchpad;
    const said = memory.entries({ fromSeq: seenEntries });
    if (said.length === 0) return { kind: 'unchanged' };
    const { roomTokens } = fillOf(pad, memory);
    const quoted = quotedConversation(said, quotedTokens);
    const { text } = await orAbort(
      model.chat({
        messages: [
          { role: 'system', content: updaterRules() },
          { role: 'user', content: updaterRequest(JSON.stringify(pad), quoted, roomTokens) },
        ],
        temperature: 0,
        urgency: 'background',
        signal,
      }),
      signal,
    );
    if (memory.getState().scratchpad !== pad) return { kind: 'overtaken' };
    const read = padIn(text, options.scratchpad);
    if ('problem' in read) return { kind: 'invalid', problem: read.problem, answer: text };
    const { tokens } = fillOf(read.pad, memory);
    if (tokens > Math.max(roomTokens, fillOf(pad, memory).tokens)) {
      const problem = `it takes ${tokens} tokens, and its room is ${roomTokens}`;
      return { kind: 'invalid', problem, answer: text };
    }
    seenEntries = (said.at(-1)?.seq ?? -1) + 1;
    if (isSameValue(pad, read.pad)) return { kind: 'unchanged' };
    await memory.patchScratchpad(changeTo(pad, read.pad));
    return { kind: 'updated' };
  }

  async function update(signal: AbortSignalLike): Promise<ScratchpadUpdate> {
    isDue = false;
    let outcome: ScratchpadUpdate;
    try {
      outcome = await updateOnce(signal);
    } catch (error) {
      throwIfAborted(signal);
      outcome = { kind: 'failed', problem: errorText(error) };
    }
    if (onUpdate) callListener(() => onUpdate(outcome));
    return outcome;
  }

  const stop = memory.onEvent((event) => {
    if (event.type === 'session-load') seenEntries = event.entries;
    if (event.type === 'head-move') seenEntries = Math.min(seenEntries, event.entries);
    if (
      event.type !== 'entry-append' ||
      event.isFromElsewhere ||
      isDue ||
      !isSignificant(memory.entry(event.entryId), every)
    )
      return;
    isDue = true;
    // It ends early only where it is disposed, and then nobody waits for it.
    updates.run(() => update(ended.signal)).catch(() => undefined);
  });
  return {
    update: ({ signal } = {}) => updates.run(() => update(signal ?? ended.signal)),
    idle: () => updates.settled(),
    dispose() {
      stop();
      ended.abort(new Error('The updater of the scratchpad was disposed.'));
    },
  };
}

function isSignificant(entry: Entry | undefined, every: 'run' | 'step' | 'never'): boolean {
  if (!entry || every === 'never') return false;
  const { message } = entry;
  if (message.role === 'tool') return every === 'step';
  return message.role === 'assistant' && toolCallsOf(message).length === 0;
}

/** A scratchpad as a model wrote it: JSON alone, in a fence at most, behind thoughts at most. */
function padIn<Pad>(
  answer: string,
  definition: ScratchpadSchema<Pad>,
): { readonly pad: Pad } | { readonly problem: string } {
  const json = answer
    .replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
    .trim()
    .replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/i, '$1');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problem: `it is not JSON: ${errorText(error)}` };
  }
  try {
    return { pad: checkedScratchpad(definition, value) };
  } catch (error) {
    if (!(error instanceof InvalidScratchpadError)) throw error;
    return { problem: error.issues.join('; ') };
  }
}
