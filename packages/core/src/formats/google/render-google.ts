import { liveSideOf } from '../../live/live-placement.ts';
import { liveHostIndex, liveTextOf } from '../../live/live-text.ts';
import type { Fields } from '../../message/read-field.ts';
import type { BarePlan } from '../../plan/context-plan.ts';
import { CLOSING_WORDS, OPENING_WORDS } from '../opening-words.ts';
import { FunctionPairs } from './function-pairs.ts';
import type { GoogleContext } from './google-content.ts';
import { type SentPart, sendableParts } from './sendable-parts.ts';
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
  const host = livePlacement.kind === 'none' ? undefined : liveHostIndex(plan);
  const live = liveTextOf(items);
  const system: SentPart[] = [];
  const turns: Turn[] = [];
  for (const [index, { tier, kind, message }] of items.entries()) {
    if (tier === 'live' || kind === 'tools') continue;
    const own = sendableParts(message);
    const isAhead = liveSideOf(message) === 'ahead';
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

function bare(parts: readonly SentPart[]): readonly Fields[] {
  return parts.map(({ part }) => part);
}

function said(text: string): Turn {
  return { role: 'user', parts: [{ part: { text } }] };
}

/** Ahead of the user's words, or behind those of a function or of the system. */
function withLive(own: readonly SentPart[], live: string, isAhead: boolean): readonly SentPart[] {
  const text = isAhead ? `${live}\n\n` : live;
  const words: SentPart = { part: { text } };
  return isAhead ? [words, ...own] : [...own, words];
}

function inGrammar(turns: readonly Turn[]): readonly Turn[] {
  const pairs = new FunctionPairs();
  const paired = inTurn(turns).map(({ role, parts }): Turn => {
    return { role, parts: role === 'model' ? pairs.calls(parts) : pairs.answers(parts) };
  });
  const opened = paired[0]?.role === 'user' ? paired : [said(OPENING_WORDS), ...paired];
  return opened.at(-1)?.role === 'user' ? opened : [...opened, said(CLOSING_WORDS)];
}

/** Neighbours of one role are one content; one that says nothing is none. */
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
