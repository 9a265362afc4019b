import type { ReadMessage } from '../../formats/message-format.ts';
import { parseMessage } from '../../formats/parse-message.ts';
import { type Clock, pause } from '../../ground/platform/clock.ts';
import type { IdMaker } from '../../ground/platform/ids.ts';
import { afterLife, holdLock } from '../../ground/platform/life-lock.ts';
import type { Redact } from '../../store/redaction/redact.ts';
import { entryOf, headIdOf, seqOf, type Transcript } from '../../transcript/transcript.ts';
import type { EffectRunner } from '../store/effect-runner.ts';
import type { OtherTabs } from '../store/other-tabs.ts';

/**
 * PERSISTED: parts of a session whose names begin so hold answers that had not ended. A page holds the lock
 * of a part's name until its answer ends.
 */
const PREFIX = 'agent-memory/draft/';
/** A draft is written no more often: so much of an answer may be lost. */
const WRITE_INTERVAL_MS = 1_000;

/** An answer as far as it has come. */
export interface AnswerDraft {
  readonly append: readonly ReadMessage[];
  /** The entry that it follows. Default: the head. */
  readonly moveTo?: string | null;
}

/** PERSISTED: the same as it is stored. */
interface StoredDraft {
  readonly messages: readonly Required<ReadMessage>[];
  readonly after: string | null;
  /** The head when it was written. */
  readonly headId: string | null;
}

/** An answer that another page has left, and its place. */
interface LeftAnswer {
  readonly messages: readonly ReadMessage[];
  /** Absent: the head. */
  readonly after?: string | null;
  /** The head to go back to: its question has left the conversation, so that it is a branch. */
  readonly backTo?: string | null;
}

/** The conversation that such an answer is added to. */
interface TakesUp {
  add(addition: {
    readonly incoming: readonly ReadMessage[];
    readonly after?: string | null | undefined;
    readonly takenUp?: string;
  }): Promise<{
    readonly entries: readonly unknown[];
    readonly stored: () => Promise<void>;
  }>;
}

interface DraftsHost<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly tabs: OtherTabs<Pad>;
  readonly clock: Clock;
  readonly createId: IdMaker;
  readonly redact?: Redact | undefined;
}

/**
 * Answers that are still streaming, kept beside the transcript [STO-10].
 *
 * - The newest state of one is written at most once a second. Nobody waits for it, and a store that fails
 *   is given none.
 * - It goes in the commit that stores the answer.
 * - One whose page has ended is taken up as an interrupted answer, by one page.
 */
export class AnswerDrafts<Pad> {
  readonly #host: DraftsHost<Pad>;
  #newest: (() => Promise<AnswerDraft>) | undefined;
  #isWriting = false;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  /** The part of the answer that is on its way to this page. */
  #own: { readonly name: string; readonly release: () => void } | undefined;
  /** Parts that are this page's own, or wait for the end of theirs. */
  readonly #known = new Set<string>();
  #seen: ReadonlyMap<string, unknown> | undefined;

  constructor(host: DraftsHost<Pad>) {
    this.#host = host;
  }

  /** @param read gives the newest state of the answer when it is written. */
  keep(read: () => Promise<AnswerDraft>): void {
    this.#newest = read;
    if (!this.#isWriting) void this.#writeOn();
  }

  /**
   * The answer is stored with the next commit, and its part goes: this page's own, or that of this name.
   * Gives what is to be called behind that commit: until then no other page may take the part up.
   */
  end(takenUp?: string): () => void {
    const { runner } = this.#host;
    const own = takenUp ? undefined : this.#own;
    if (!takenUp) this.#newest = this.#own = undefined;
    const name = takenUp ?? own?.name;
    if (name && runner.snapshot.parts.has(name)) {
      const gone = { name, value: undefined, isWaiting: true } as const;
      void runner.dispatch({ type: 'part-set', ...gone });
    }
    return own?.release ?? (() => undefined);
  }

  /** Takes up what other pages left, and from now on leave; resolves when the former is in the session. */
  async start(conversation: TakesUp): Promise<void> {
    await this.#look(conversation);
    this.#host.runner.subscribe(() => void this.#look(conversation));
  }

  async #writeOn(): Promise<void> {
    const { clock } = this.#host;
    this.#isWriting = true;
    while (this.#newest) {
      const waitMs = Math.min(this.#writtenAtMs - clock.nowMs(), 0) + WRITE_INTERVAL_MS;
      if (waitMs > 0) await pause(clock, waitMs);
      const read = this.#newest;
      this.#newest = undefined;
      this.#writtenAtMs = clock.nowMs();
      // A message that cannot be read is refused where the answer is stored.
      if (read) await this.#write(read).catch(() => undefined);
    }
    this.#isWriting = false;
  }

  async #write(read: () => Promise<AnswerDraft>): Promise<void> {
    const { runner, createId, redact } = this.#host;
    this.#own ??= holdLock(PREFIX + createId());
    const own = this.#own;
    const { name } = own;
    this.#known.add(name);
    const { append, moveTo } = await read();
    const said = redact ? withoutLastWord(append) : append;
    const { transcript, degraded, owed } = runner.snapshot;
    const isFailing = owed > 0 || degraded.some(({ code }) => code === 'STORE_WRITE_FAILED');
    if (this.#own !== own || saysNothing(said) || isFailing || runner.isOver) return;
    const headId = headIdOf(transcript);
    const messages = said.map((one, at) => ({ ...one, id: one.id ?? `${name}/${at}` }));
    const value: StoredDraft = { messages, after: moveTo === undefined ? headId : moveTo, headId };
    await runner.dispatch({ type: 'part-set', name, value });
  }

  async #look(conversation: TakesUp): Promise<void> {
    const { parts } = this.#host.runner.snapshot;
    if (parts === this.#seen) return;
    this.#seen = parts;
    const found = [...parts.keys()].filter(
      (name) => name.startsWith(PREFIX) && !this.#known.has(name),
    );
    await Promise.all(found.map((name) => this.#watch(name, conversation)));
  }

  /** Resolves when the draft is in the conversation, or its page lives. */
  #watch(name: string, conversation: TakesUp): Promise<void> {
    this.#known.add(name);
    return new Promise((resolve) => {
      void afterLife(name, () => this.#takeUp(name, conversation, resolve)).then(resolve);
    });
  }

  async #takeUp(name: string, conversation: TakesUp, onTaken: () => void) {
    const { runner, tabs } = this.#host;
    try {
      await tabs.upToDate();
      await runner.whole();
      const { parts, transcript } = runner.snapshot;
      if (!parts.has(name) || runner.isOver) return;
      const left = leftAnswer(transcript, parts.get(name) as StoredDraft);
      const { messages: incoming, after, backTo } = left;
      let change = await conversation.add({ incoming, after, takenUp: name });
      if (backTo !== undefined) change = await conversation.add({ incoming: [], after: backTo });
      const headId = headIdOf(runner.snapshot.transcript);
      runner.emit({ type: 'session-refresh', entries: change.entries.length, headId });
      onTaken();
      await change.stored();
    } catch {
      // It is damaged, the session has ended, or its older messages cannot be read.
    }
  }
}

function saysNothing(messages: readonly ReadMessage[]): boolean {
  return messages.every(({ message }) =>
    message.parts.every((part) => 'text' in part && part.text === ''),
  );
}

/**
 * The messages without the word, or the part that is no text, which is still arriving: `redact` does not
 * find a secret that is there by half.
 */
function withoutLastWord(messages: readonly ReadMessage[]): readonly ReadMessage[] {
  const last = messages.at(-1);
  const part = last?.message.parts.at(-1);
  if (last?.message.role !== 'assistant' || !part) return messages;
  const earlier = last.message.parts.slice(0, -1);
  const parts = 'text' in part ? [...earlier, { ...part, text: wholeWords(part.text) }] : earlier;
  return [...messages.slice(0, -1), { ...last, message: { ...last.message, parts } }];
}

function wholeWords(text: string): string {
  const lastWord = text.split(/\s/).at(-1) ?? '';
  return text.slice(0, text.length - lastWord.length);
}

/** Where it was to stand; behind what other pages have said since, if they did. */
function leftAnswer(
  transcript: Transcript,
  { messages: written, after, headId }: StoredDraft,
): LeftAnswer {
  const head = headIdOf(transcript);
  const messages = written.map(interrupted);
  if (headId === head) return after === head ? { messages } : { messages, after };
  const isLeft = after !== null && seqOf(transcript, after) === undefined;
  return isLeft && entryOf(transcript, after) ? { messages, after, backTo: head } : { messages };
}

/** @throws InvalidMessageError if it is damaged. */
function interrupted({ id, message }: Required<ReadMessage>): Required<ReadMessage> {
  const isAnswer = message.role === 'assistant';
  return { id, message: parseMessage({ ...message, ...(isAnswer && { isInterrupted: true }) }) };
}
