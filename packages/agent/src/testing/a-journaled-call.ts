import { type Message, toolResultsOf } from '@agent-memory/core';
import { aCheckpointedSession } from './a-checkpointed-session.ts';

type Session = ReturnType<typeof aCheckpointedSession>;

/** A session in which the model has made one call. */
export async function aJournaledCall(session: Session = aCheckpointedSession()) {
  await session.say('Book a seat.');
  const [call] = await session.calls('book');
  if (!call) throw new Error('The model made a call.');
  return { ...session, call };
}

/** Begins a call; gives what ends its run. */
export async function begin({
  handle,
  call,
}: Pick<Awaited<ReturnType<typeof aJournaledCall>>, 'handle' | 'call'>): Promise<
  (result: string) => Promise<unknown>
> {
  return new Promise((begun) => {
    const done: Promise<unknown> = handle.execute(
      call,
      () =>
        new Promise((end) => {
          begun((result) => {
            end(result);
            return done;
          });
        }),
    );
  });
}

/** The texts of the results in the conversation. */
export function resultTexts({ memory }: Session): readonly string[] {
  return memory.entries().flatMap(({ message }) => toolResultsOf(message).map(({ text }) => text));
}

/** The messages that would be sent now. */
export async function sentBy({ memory }: Session): Promise<readonly Message[]> {
  await memory.ready;
  return memory.plan().items.map(({ message }) => message);
}
