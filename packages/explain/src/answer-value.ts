import type { Decision, Entry, PlanItem } from '@agent-memory/core';
import type { BarePlan } from '@agent-memory/core/formats';
import { decisionOn } from '@agent-memory/core/internal';
import { whole } from './figures.ts';
import { actionsFor } from './value-actions.ts';
import type { Found, HoldingRecord, ValueAnswer, ValueFacts, ValueFate } from './value-facts.ts';

/**
 * Answers why a model does not know a value: what became of it in the newest context, and what would
 * bring it back. It decides nothing by itself; the same facts give the same answer.
 *
 * @example
 * const value = 'INV-2041';
 * const { plan } = await memory.assemble();
 * const isIn = (text: string) => text.includes(value);
 * const said = memory.entries().filter(({ message }) => messageHolds(message, value, isIn));
 * const held = plan.items.filter(({ message }) => messageHolds(message, value, isIn));
 * const { sentence } = answerValue({ value, plan, said, held, calls: [], records: [] });
 */
export function answerValue(facts: ValueFacts): ValueAnswer {
  const found = foundIn(facts);
  const [record] = facts.records;
  const isAlso = record && !found.record && !/^in-|^not-assembled$/.test(found.fate);
  const also = isAlso ? ` A record has it too: ${recordFate(record, facts.plan).reason}.` : '';
  return {
    fate: found.fate,
    sentence: `${found.sentence}${also}`,
    actions: actionsFor(found, facts.value),
  };
}

function foundIn(facts: ValueFacts): Found {
  const { held, plan, said, aside, records } = facts;
  const entry = said.at(-1);
  if (held.length > 0 && !plan?.isRefused) return inContext(facts);
  if (entry) return notSent(facts, entry);
  if (aside) {
    const sentence = `On another branch: #${aside.seq} says it there, and the conversation went on without it.`;
    return { fate: 'other-branch', sentence, entry: aside };
  }
  const [record] = records;
  if (record) return { ...ofRecord(record, plan), record };
  const once = lastForm(facts);
  const sentence = once
    ? `In no message and no record any more; ${once}.`
    : 'Never said: no message, call or record has it.';
  return { fate: once ? 'erased' : 'never-said', sentence };
}

const FORM_RANKS: readonly string[] = ['sent', 'pinned', 'trimmed', 'evicted'];

function inContext({ held, archived, value }: ValueFacts): Found {
  const rankOf = ({ kind, decision }: PlanItem) =>
    kind === 'condensed' ? FORM_RANKS.length : FORM_RANKS.indexOf(decision.fate);
  const [best] = [...held].sort((one, other) => rankOf(one) - rankOf(other));
  const more = held.length > 1 ? `, and in ${whole(held.length - 1)} more` : '';
  if (best?.kind !== 'condensed') {
    return {
      fate: 'in-context',
      sentence: `In the context: ${best ? itemWords(best) : ''}${more}.`,
    };
  }
  const isIn = (text: string) => text.toLowerCase().includes(value.toLowerCase());
  const isSummed = archived?.summary && isIn(archived.summary.text);
  const isKept = archived?.values.some(({ text, state }) => state === 'sent' && isIn(text));
  return isKept && !isSummed
    ? { fate: 'in-index', sentence: `Only among the exact values of what left${more}.` }
    : { fate: 'in-summary', sentence: `Only in the summary of what left${more}.` };
}

function itemWords({ kind, seq, message, decision }: PlanItem): string {
  if (kind === 'system') return 'in the system text';
  if (kind === 'tools') return 'in the tool definitions';
  if (seq === undefined) return `in the section of ${kind}`;
  const name = message.role === 'tool' ? `the tool result #${seq}` : `#${seq}`;
  return decision.fate === 'sent' ? `verbatim in ${name}` : `in ${name}, which is sent shorter`;
}

/** It was said, and the newest context does not have it. */
function notSent(facts: ValueFacts, entry: Entry): Found {
  const { plan, said } = facts;
  const who = saidBy(said);
  if (!plan || entry.seq >= plan.transcriptLength) {
    const sentence = `Not sent yet: ${who}, and no context was made since. The next one has it.`;
    return { fate: 'not-assembled', sentence, entry };
  }
  if (plan.isRefused) {
    const sentence = `Not sent: the context did not fit and was refused as a whole; ${who}.`;
    return { fate: 'refused', sentence, entry };
  }
  const decision = decisionOn(plan, entry);
  const recall = offersRecall(plan) ? ' The model can have it back by its tool `recall`.' : '';
  if (decision?.fate === 'trimmed') {
    const { raw, sent } = decision.tokens;
    const sentence = `Cut: it stands in the part of #${entry.seq} that was left out (${whole(sent)} of ${whole(raw)} tokens are sent).${recall}`;
    return { fate: 'cut', sentence, entry };
  }
  const replaced = replacedBy(facts, decision);
  if (replaced)
    return { fate: 'replaced', sentence: `Replaced: ${who}; ${replaced}.${recall}`, entry };
  const story = [`${recall ? 'Out' : 'Lost'}. ${capitalised(who)}`, lastForm(facts), whyOut(facts)];
  const sentence = `${story.filter(Boolean).join('; ')}.${recall}`;
  return { fate: recall ? 'recallable' : 'lost', sentence, entry };
}

function replacedBy(facts: ValueFacts, decision?: Decision): string | undefined {
  const { kept } = keptValue(facts);
  if (decision?.fate === 'evicted' && decision.tokens.sent > 0) {
    const newer = decision.numbers.supersededBySeq;
    return newer === undefined
      ? 'the result was used, and a marker stands for it'
      : `#${newer} has a newer result, and a marker stands for this one`;
  }
  return kept?.state === 'replaced'
    ? 'a newer result of the same call has another value in its place'
    : undefined;
}

/** The model was told in the context that a tool brings messages back. */
function offersRecall({ items }: BarePlan): boolean {
  return items.some(({ kind, decision, message }) => {
    const isMade =
      kind === 'condensed' || decision.fate === 'trimmed' || decision.fate === 'evicted';
    return isMade && RECALL_WORDS.test(JSON.stringify(message.parts));
  });
}

const RECALL_WORDS = /recall\(\{\\*"message\\*":|The tools search_session and recall bring/;

const MOST_NAMED = 3;

function saidBy(said: readonly Entry[]): string {
  const roles = new Set(said.map(({ message }) => message.role));
  const [role] = roles.size === 1 ? roles : [];
  const places = said.map(({ seq }) => `#${seq}`);
  const more = places.length - MOST_NAMED;
  const named =
    more > 0
      ? `${places.slice(0, 2).join(', ')} and ${whole(more + 1)} more`
      : places.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const who = role && SPEAKERS[role];
  return who ? `${who} said it in ${named}` : `${named} ${said.length > 1 ? 'say' : 'says'} it`;
}

const SPEAKERS: Readonly<Record<string, string>> = {
  user: 'the user',
  assistant: 'the model',
  tool: 'a tool',
};

const FORMS: Readonly<Record<string, string>> = {
  message: 'it was sent verbatim',
  shortened: 'a shortened message had it',
  summary: 'what stands for earlier messages had it',
  archive: 'a section of the archive had it',
  live: 'live state had it',
  system: 'the system text had it',
};

/** The form in which calls had it last. */
function lastForm({ calls }: ValueFacts): string | undefined {
  const last = calls.findLast(({ where }) => where !== 'absent');
  return last && `${FORMS[last.where] ?? 'the context had it'} until call ${whole(last.toCall)}`;
}

/** The value as it is kept of what left, and its rank among all of them. */
function keptValue({ archived, value }: ValueFacts) {
  const values = archived?.values ?? [];
  const at = values.findIndex(({ text }) => text.toLowerCase() === value.toLowerCase());
  return { kept: values[at], rank: at + 1, of: values.length };
}

function whyOut(facts: ValueFacts): string {
  const { rank, of } = keptValue(facts);
  return rank > 0
    ? `the index has no room for it (rank ${whole(rank)} of ${whole(of)})`
    : 'the text that stands for what left does not have it';
}

function ofRecord(record: HoldingRecord, plan: ValueFacts['plan']): Found {
  const { fate, reason } = recordFate(record, plan);
  const head = FATE_HEADS[fate] ?? 'Out';
  const where = fate === 'erased' ? 'The record is gone' : 'Only a record has it';
  return { fate, sentence: `${head}. ${where}: ${reason}.` };
}

const FATE_HEADS: { readonly [Fate in ValueFate]?: string } = {
  'not-recalled': 'Not recalled',
  muted: 'Muted',
  quarantined: 'In quarantine',
  expired: 'Expired',
  forgotten: 'Forgotten',
  erased: 'Erased',
};

function recordFate(
  { id, standing, muted }: HoldingRecord,
  plan: ValueFacts['plan'],
): { readonly fate: ValueFate; readonly reason: string } {
  const ended = ENDS[standing];
  if (ended) return ended;
  if (standing !== 'active') {
    return { fate: 'forgotten', reason: `it holds no more (${standing})` };
  }
  if (muted) return { fate: 'muted', reason: 'a person keeps it from recall' };
  const ranked = plan?.items.flatMap(({ decision }) => decision.parts ?? []) ?? [];
  const rank = ranked.findIndex(({ itemId }) => itemId === id);
  if (rank < 0) return { fate: 'recallable', reason: 'a question in its words brings it back' };
  const given = ranked.filter(({ fate }) => fate === 'sent' || fate === 'pinned').length;
  const figures = `rank ${whole(rank + 1)}; the best ${whole(given)} were given out`;
  return { fate: 'not-recalled', reason: `others were likelier for the last message (${figures})` };
}

const FADED = { fate: 'expired', reason: 'nobody confirmed it in time' } as const;

const ENDS: {
  readonly [standing: string]: { readonly fate: ValueFate; readonly reason: string };
} = {
  held: { fate: 'quarantined', reason: 'it reads like an order, and nobody has released it' },
  erased: { fate: 'erased', reason: 'it was taken away for good' },
  expired: { fate: 'expired', reason: 'its time is over' },
  faded: FADED,
  unconfirmed: FADED,
};

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
