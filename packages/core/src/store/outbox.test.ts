import { describe, expect, test } from 'vitest';
import { aChange, aTextMessage, START_MS } from '../testing/builders.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { emptyTranscript, type Transcript, withDrafts } from '../transcript/transcript.ts';
import {
  askedFor,
  back,
  begun,
  type ChangeState,
  emptyOutbox,
  held,
  isCleared,
  lost,
  nextToGive,
  type Outbox,
  owedIn,
  queued,
  refused,
  taken,
} from './outbox.ts';

const message = aTextMessage('user', 'Where is order ZFA04Y?');
const drafted = (transcript: Transcript, id: string) => {
  const tokens = simpleMeasurer.message(message);
  return withDrafts(transcript, [{ id, createdAtMs: START_MS, message, tokens }]);
};
const one = drafted(emptyTranscript(), 'one');
const two = drafted(one, 'two');
const before = { scratchpad: {}, parts: new Map<string, unknown>() };
const said = (outbox: Outbox, transcript: Transcript, ticket: number) =>
  queued(outbox, transcript, { atMs: START_MS }, ticket);
const waiting = said(emptyOutbox(before), one, 1);
const statesOf = ({ changes }: Outbox) => changes.map(({ state }) => state);
const idsOf = (outbox: Outbox) =>
  outbox.changes.map(({ change: { entries = [] } }) => entries.map(({ id }) => id));
const gone = (state: 'lost' | 'held-in-page') =>
  lost(emptyOutbox(before), [nextToGive(begun(waiting, 1)) ?? aChange()], state);

describe('[STO-2] a change on its way to the store', () => {
  const next = (outbox: Outbox) => taken(outbox, nextToGive(outbox) ?? aChange());
  test.each<[string, Outbox, readonly ChangeState[], number]>([
    ['waits for its turn', waiting, ['queued'], 0],
    ['is being written in its turn', begun(waiting, 1), ['writing'], 0],
    ['is not given before its turn', begun(waiting, 0), ['queued'], 0],
    ['leaves once it is stored', next(begun(waiting, 1)), [], 0],
    ['is held where the store fails', held(begun(waiting, 1)), ['held-in-page'], 1],
    ['stays held while it is tried again', begun(held(begun(waiting, 1)), 1), ['held-in-page'], 1],
    ['is refused where the store says no', refused(begun(waiting, 1)), ['refused'], 1],
    ['is tried again once it was refused', begun(refused(begun(waiting, 1)), 0), ['writing'], 0],
    ['is lost where the store was cleared', gone('lost'), ['lost'], 1],
    ['is not given once it is lost', begun(gone('lost'), 9), ['lost'], 1],
    ['is held once somebody asks for it', askedFor(gone('lost')), ['held-in-page'], 1],
    ['leaves where the store has it again', back(gone('lost')), [], 0],
  ])('%s', (_, outbox, states, owed) => {
    expect(statesOf(outbox)).toEqual(states);
    expect(owedIn(outbox)).toBe(owed);
    expect(isCleared(outbox)).toBe(states.includes('lost'));
  });

  test('brings each entry once, and follows what is held', () => {
    const outbox = said(held(begun(waiting, 1)), two, 2);
    expect(idsOf(outbox)).toEqual([['one'], ['two']]);
    expect(nextToGive(outbox)?.entries).toMatchObject([{ id: 'one' }]);
    expect(idsOf(held(begun(outbox, 2)))).toEqual([['one', 'two']]);
    const stored = next(next(begun(outbox, 2)));
    expect(stored.stored).toMatchObject({ entries: 2, headId: 'two' });
  });
});
