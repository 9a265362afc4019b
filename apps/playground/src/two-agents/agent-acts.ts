import type { Refusal, WriteOutcome } from '@agent-memory/long-term';
import type { Agent } from './agent-pair.ts';

/** The one task of the two agents; the name of its blackboard. */
export const TASK = 'trip';

/** The ways in which an agent comes to keep something. */
export type KeepingWay =
  /** Its user tells it about themselves. */
  | 'tell'
  /** It notes something for itself. */
  | 'keep'
  /** It puts a part on the blackboard. */
  | 'share';

/** Something that an agent is to keep. */
export interface Keeping {
  readonly way: KeepingWay;
  readonly text: string;
  /** The name of the part on the blackboard. Default: the next number that is free. */
  readonly part?: string;
}

/** The outcome of an act, in words. */
export interface ActOutcome {
  readonly kind: 'done' | 'refused';
  readonly sentence: string;
  /** The record that was written; absent where none was. */
  readonly recordId?: string;
}

/** Has an agent keep something, or says why not. */
export async function keepBy(agent: Agent, keeping: Keeping): Promise<ActOutcome> {
  const { way, text } = keeping;
  if (way === 'share') return shareBy(agent, keeping);
  if (way === 'keep') {
    const note = { type: 'project', kind: 'fact', text, source: 'agent_inferred' } as const;
    return outcomeOf(
      await agent.memory.store(note),
      `The ${agent.title} keeps it for itself; no other agent reads it.`,
    );
  }
  const told = { type: 'user', kind: 'fact', text, source: 'user_stated' } as const;
  return outcomeOf(
    await agent.memory.store({ ...told, evenIfErased: true }),
    `Kept as ${agent.user}’s own: it belongs to ${agent.user}, and is shared with nobody.`,
  );
}

async function shareBy(agent: Agent, { text, part }: Keeping): Promise<ActOutcome> {
  const board = agent.space.blackboard(TASK);
  const name = part ?? freePart((await board.entries()).map(({ key }) => key));
  return outcomeOf(
    await board.write(name, { text }),
    `On the blackboard as “${name}”: every agent reads it, as text from outside.`,
  );
}

/** A part that nobody has used yet: `note 1`. */
export function freePart(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = `note ${number}`;
    if (!taken.includes(name)) return name;
  }
}

function outcomeOf(outcome: WriteOutcome, done: string): ActOutcome {
  if (outcome.kind === 'refused') return refused(outcome.refusal);
  if (outcome.kind === 'stored') {
    return { kind: 'done', sentence: done, recordId: outcome.record.id };
  }
  return { kind: 'done', sentence: 'It is known already: nothing changed.' };
}

function refused({ rule, sentence, remedy }: Refusal): ActOutcome {
  // Its reasons stand with the text that waits.
  const words =
    rule === 'HELD'
      ? 'It reads like an order to an agent, and waits in quarantine until a person has looked at it.'
      : [sentence, remedy].filter(Boolean).join(' ');
  return { kind: 'refused', sentence: `Refused (${rule}). ${words}` };
}

/** Takes a part of an agent off the blackboard. */
export async function takeBack(agent: Agent, key: string): Promise<ActOutcome> {
  const isTaken = await agent.space.withdraw(key);
  return {
    kind: 'done',
    sentence: isTaken
      ? `The ${agent.title} took it back: no agent is given it any more.`
      : 'It was taken back already.',
  };
}

/** Has an agent forget what it holds; texts in quarantine wait on for a review. */
export async function forgetAll({ memory, space, name }: Agent): Promise<void> {
  for (const { key } of await space.keys({ agent: name })) await space.withdraw(key);
  let after: string | undefined;
  do {
    const page = await memory.list({}, after === undefined ? {} : { after });
    for (const { record } of page.items) {
      if (!record.namespace.startsWith('shared:')) await memory.forget(record.id);
    }
    after = page.next;
  } while (after !== undefined);
}
