import {
  type AgentMemory,
  type Entry,
  InvalidOptionError,
  toolResultsOf,
} from '@agent-memory/core';
import { isPlainObject, placeOf } from '@agent-memory/core/internal';
import type { ToolCall } from '../tools/run-tool.ts';
import {
  holdsCall,
  isSameCall,
  type OpenCall,
  type PlacedCall,
  type PlacedResult,
  placedCallsIn,
  placeOfKey,
  resultAmong,
} from './placed-call.ts';
import { lastUnitOf, tailOf } from './resumption.ts';

const CHUNK = 64;

/** Finds calls and their results in one session, on the way to its head and on other branches. */
export class ConversationCalls {
  readonly #memory: Pick<AgentMemory<unknown>, 'entries' | 'entry' | 'branches' | 'getState'>;
  readonly #answers: () => ReadonlyMap<string, number>;

  /** @param answers places of results by the keys of their calls, where their order does not tell. */
  constructor(
    memory: Pick<AgentMemory<unknown>, 'entries' | 'entry' | 'branches' | 'getState'>,
    answers: () => ReadonlyMap<string, number>,
  ) {
    this.#memory = memory;
    this.#answers = answers;
  }

  /**
   * The call of the conversation that is meant: in the entry that it names, else in the newest that holds
   * its id.
   * @throws InvalidOptionError if there is none, or it is another one.
   */
  find(given: ToolCall): PlacedCall {
    if (!isPlainObject(given) || typeof given.callId !== 'string') {
      throw new InvalidOptionError('call', 'must be a tool call, as `toolCallsOf` gives them.');
    }
    const { callId, entryId, copy }: ToolCall & Partial<OpenCall> = given;
    const entry = entryId === undefined ? this.#newestWith(callId) : this.#here(entryId);
    const calls = entry ? placedCallsIn(entry).filter(({ call }) => call.callId === callId) : [];
    if (calls.length === 0) {
      throw new InvalidOptionError(
        'call',
        `"${callId}" is not in the conversation: append the message of the model that makes it first. Nothing was run.`,
      );
    }
    const meant =
      calls.find(
        (each) => each.call === given || (each.copy === copy && isSameCall(each.call, given)),
      ) ?? this.#firstOpen(calls.filter(({ call }) => isSameCall(call, given)));
    if (meant) return meant;
    throw new InvalidOptionError(
      'call',
      `"${callId}" has another tool or other arguments in the conversation: give the call as \`toolCallsOf\` or \`resume\` gives it. Nothing was run.`,
    );
  }

  /** The call of a key, where it is on the way to the head. */
  ofKey(key: string): PlacedCall | undefined {
    const entry = this.#atPlace(placeOfKey(key));
    return entry && placedCallsIn(entry).find((placed) => placed.key === key);
  }

  /** The call that was open, as `resume` gave it. */
  ofOpen({ entryId, callId, copy = 0 }: OpenCall): PlacedCall | undefined {
    const entry = this.#memory.entry(entryId);
    const calls = entry ? placedCallsIn(entry) : [];
    return calls.find((each) => each.call.callId === callId && each.copy === copy);
  }

  /** The result of a call on the way to the head. */
  result(placed: PlacedCall): PlacedResult | undefined {
    const answers = this.#answers();
    const place = answers.get(placed.key);
    const entry = place === undefined ? undefined : this.#atPlace(place);
    const [result] = entry ? toolResultsOf(entry.message) : [];
    if (entry && result?.callId === placed.call.callId) return { result, entry };
    const taken = new Set(answers.values());
    return resultAmong(this.#entriesFrom(placed.entry.seq + 1), placed, taken);
  }

  /** The result of a call on another branch. */
  resultElsewhere(placed: PlacedCall): PlacedResult | undefined {
    const taken = new Set(this.#answers().values());
    for (const { headId, isCurrent } of this.#memory.branches()) {
      const entries = isCurrent ? [] : this.#behind(placed.entry, headId);
      const found = resultAmong(entries, placed, taken);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether the conversation ends with a newer call of this id that has no result yet: the next one is its. */
  isCalledAgain({ call, entry: { seq } }: PlacedCall): boolean {
    return tailOf(lastUnitOf(this.#memory)).open.some(
      ({ callId, entryId }) =>
        callId === call.callId && (this.#memory.entry(entryId)?.seq ?? 0) > seq,
    );
  }

  isHere({ seq, id }: Entry): boolean {
    return this.#memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0]?.id === id;
  }

  /** Every entry of the session, on whichever branch, stands before this place. */
  placesSoFar(): number {
    const places = this.#memory.branches().map(({ headId }) => {
      const head = this.#memory.entry(headId);
      return head ? placeOf(head) + 1 : 0;
    });
    return Math.max(0, ...places);
  }

  #here(entryId: string): Entry | undefined {
    const entry = this.#memory.entry(entryId);
    return entry && this.isHere(entry) ? entry : undefined;
  }

  #firstOpen(calls: readonly PlacedCall[]): PlacedCall | undefined {
    return calls.find((placed) => !this.result(placed)) ?? calls[0];
  }

  #newestWith(callId: string): Entry | undefined {
    for (let to = this.#memory.getState().entries; to > 0; to -= CHUNK) {
      const chunk = this.#memory.entries({ fromSeq: Math.max(0, to - CHUNK), toSeq: to });
      const entry = chunk.findLast((each) => holdsCall(each, callId));
      if (entry) return entry;
    }
    return undefined;
  }

  /** Places grow along the conversation, so it is halved. */
  #atPlace(place: number): Entry | undefined {
    let low = 0;
    let high = this.#memory.getState().entries - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [entry] = this.#memory.entries({ fromSeq: middle, toSeq: middle + 1 });
      if (!entry) return undefined;
      if (placeOf(entry) === place) return entry;
      if (placeOf(entry) < place) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** The entries of a branch behind one of its entries; none where the branch does not hold it. */
  #behind({ id, seq }: Entry, headId: string): readonly Entry[] {
    const entries: Entry[] = [];
    let at = this.#memory.entry(headId);
    while (at && at.seq > seq) {
      entries.push(at);
      at = at.parentId === null ? undefined : this.#memory.entry(at.parentId);
    }
    return at?.id === id ? entries.reverse() : [];
  }

  *#entriesFrom(seq: number): Generator<Entry, void> {
    for (let from = seq; ; from += CHUNK) {
      const chunk = this.#memory.entries({ fromSeq: from, toSeq: from + CHUNK });
      yield* chunk;
      if (chunk.length < CHUNK) return;
    }
  }
}
