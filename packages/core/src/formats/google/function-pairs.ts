import type { Fields } from '../../message/read-field.ts';
import { isPaired, type SentPart } from './sendable-parts.ts';

/** Letters of which names of functions are made, and how many there are at most. */
const NOT_IN_NAMES = /[^a-zA-Z0-9_.:-]/g;
const LONGEST_NAME = 64;

interface OpenCall {
  readonly callId: string | undefined;
  readonly name: string;
  readonly id: unknown;
}

/**
 * Pairs the calls of a content with the answers in the content behind it: as many as there are calls,
 * in their order, each under the name and the id of its call. Called with the contents in their order.
 *
 * Source: Gemini docs, "Function calling": https://ai.google.dev/gemini-api/docs/function-calling
 */
export class FunctionPairs {
  #open: readonly OpenCall[] = [];

  /** The parts of a content of the model. */
  calls(parts: readonly SentPart[]): readonly SentPart[] {
    const calls = parts.map((sent) => ('functionCall' in sent.part ? named(sent) : sent));
    this.#open = calls.flatMap(({ part, callId }) => {
      if (!('functionCall' in part)) return [];
      const { name, id } = Object(part.functionCall);
      return [{ callId, name: String(name), id }];
    });
    return calls;
  }

  /** The parts of a content of the user: answers first. */
  answers(parts: readonly SentPart[]): readonly SentPart[] {
    const waiting = parts.filter(({ part }) => 'functionResponse' in part);
    const answers = this.#open.flatMap((call): readonly SentPart[] => {
      const at = waiting.findIndex(({ callId }) => callId === call.callId);
      const [answer] = at < 0 ? [] : waiting.splice(at, 1);
      return answer ? [answered(answer, call)] : [];
    });
    this.#open = [];
    return [...answers, ...parts.filter(({ part }) => !isPaired(part))];
  }
}

function named(sent: SentPart): SentPart {
  const call = Object(sent.part.functionCall) as Fields;
  const name = String(call.name).replace(NOT_IN_NAMES, '_');
  // A name begins with a letter or an underscore.
  const allowed = (/^[a-zA-Z_]/.test(name) ? name : `_${name}`).slice(0, LONGEST_NAME);
  if (allowed === call.name) return sent;
  return { ...sent, part: { ...sent.part, functionCall: { ...call, name: allowed } } };
}

function answered(sent: SentPart, { name, id }: OpenCall): SentPart {
  const given = Object(sent.part.functionResponse) as Fields;
  if (given.name === name && given.id === id) return sent;
  const { id: _, name: __, ...others } = given;
  const functionResponse = { ...(id !== undefined && { id }), name, ...others };
  return { ...sent, part: { ...sent.part, functionResponse } };
}
