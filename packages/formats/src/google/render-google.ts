import type { BarePlan } from '@agent-memory/core/formats';
import { formatKit, type reading } from '@agent-memory/core/internal';
import { CLOSING_WORDS, OPENING_WORDS } from '../stand-ins.ts';
import type { GoogleContext } from './google-content.ts';
import { isPaired, type SentPart, sendableParts } from './sendable-parts.ts';
import { sideOf } from './write-google.ts';

interface Turn {
  readonly role: 'user' | 'model';
  readonly parts: readonly SentPart[];
}

/**
 * The plan's context as the provider takes it: the user first and last, user and model in turn, the
 * answers to all calls of a content in the one behind it. Source: Gemini API reference, "Generating
 * content"; Gemini docs, "Function calling", "Thought signatures".
 */
export function renderGoogle(plan: BarePlan): GoogleContext {
  const { items, livePlacement } = plan;
  const host = livePlacement.kind === 'none' ? undefined : formatKit.liveHostIndex(plan);
  const live = formatKit.liveTextOf(items);
  const system: SentPart[] = [];
  const turns: Turn[] = [];
  for (const [index, { tier, kind, message }] of items.entries()) {
    if (tier === 'live' || kind === 'tools') continue;
    const own = sendableParts(message);
    const isAhead = formatKit.liveSideOf(message) === 'ahead';
    const parts = index === host ? withLive(own, live, isAhead) : own;
    const role = sideOf(message);
    if (role === 'system') system.push(...parts.filter(({ part }) => 'text' in part));
    else turns.push({ role, parts });
  }
  if (host === -1) turns.push(said(live));
  const contents = inGrammar(turns).map(({ role, parts }) => ({ role, parts: bare(parts) }));
  // The parts were read out of this format, or made for it; the types name those that are known.
  return {
    ...(system.length > 0 && { systemInstruction: { parts: bare(system) } }),
    contents,
  } as unknown as GoogleContext;
}

function bare(parts: readonly SentPart[]): readonly reading.Fields[] {
  return parts.map(({ part }) => part);
}

function said(text: string): Turn {
  return { role: 'user', parts: [{ part: { text } }] };
}

/** Ahead of the user's words, or behind those of a function or of the system. */
function withLive(own: readonly SentPart[], live: string, isAhead: boolean): readonly SentPart[] {
  const words = said(isAhead ? `${live}\n\n` : live).parts;
  return isAhead ? [...words, ...own] : [...own, ...words];
}

function inGrammar(turns: readonly Turn[]): readonly Turn[] {
  const pairs = new FunctionPairs();
  const paired = inTurn(turns).map(({ role, parts }): Turn => {
    return { role, parts: role === 'model' ? pairs.calls(parts) : pairs.answers(parts) };
  });
  const opened = paired[0]?.role === 'user' ? paired : [said(OPENING_WORDS), ...paired];
  return opened.at(-1)?.role === 'user' ? opened : [...opened, said(CLOSING_WORDS)];
}

/** Neighbours of one role are one content; one that says nothing is not one. */
function inTurn(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const { role, parts } of turns.filter(saysSomething)) {
    const last = joined.at(-1);
    if (last?.role === role) joined.splice(-1, 1, { role, parts: [...last.parts, ...parts] });
    else joined.push({ role, parts });
  }
  return joined;
}

/** Reasoning alone is not sent: nothing came of it. */
function saysSomething({ role, parts }: Turn): boolean {
  if (role === 'user') return parts.length > 0;
  return parts.some(({ part }) => part.thought !== true);
}

/** Letters of which names of functions are made, and how many there are at most. */
const NOT_IN_NAMES = /[^\w.:-]/g;
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
class FunctionPairs {
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
  const call = Object(sent.part.functionCall) as reading.Fields;
  const name = String(call.name).replace(NOT_IN_NAMES, '_');
  // A name begins with a letter or an underscore.
  const allowed = (/^[a-zA-Z_]/.test(name) ? name : `_${name}`).slice(0, LONGEST_NAME);
  if (allowed === call.name) return sent;
  return { ...sent, part: { ...sent.part, functionCall: { ...call, name: allowed } } };
}

function answered(sent: SentPart, { name, id }: OpenCall): SentPart {
  const given = Object(sent.part.functionResponse) as reading.Fields;
  if (given.name === name && given.id === id) return sent;
  const { id: _, name: __, ...others } = given;
  const functionResponse = { ...(id !== undefined && { id }), name, ...others };
  return { ...sent, part: { ...sent.part, functionResponse } };
}
