import { type SessionInfo, type StoreLoss, systemClock } from '@agent-memory/core';
import { callListener } from '@agent-memory/core/internal';
import type { Canaries, Canary } from './canaries.ts';

/** A session that was lost and never gone on with is told about for so long. */
const TOLD_FOR_MS = 30 * 24 * 3_600_000;

/** The part of a session's record that tells it from others, and from what it was before; inside, under its canary's name. */
export type Counted = Pick<SessionInfo, 'id' | 'createdAtMs' | 'entries'>;

/**
 * Notices sessions that were acknowledged and that the browser lost [STO-7]: it gave the site an empty
 * database, or an older state of the one that it had.
 *
 * Each database has an id, made with it. The canaries say which database took a session, and how much
 * of it. A session of a database with another id was lost with that one; one that holds fewer entries
 * than were acknowledged has lost the rest. A session that is missing in the database that took it was
 * lost as well, where its canary is still there, but for one that this page has seen: that was deleted,
 * in another tab perhaps, and is no loss.
 *
 * Canaries are written behind an acknowledgement and taken away before a deletion, so that a kill in
 * between can hide a loss and never make one up. Who deletes the database under an open page, or clears
 * all data of the site, takes the canaries along: that was meant, and nothing was lost.
 */
export class LossWatch {
  readonly #canaries: Canaries;
  readonly #onReset: ((loss: StoreLoss) => void) | undefined;
  /** Sessions as this page knows them to be stored, by the names of their canaries, as below. */
  readonly #known = new Map<string, Canary>();
  #databaseId: string | undefined;
  /** The entries that were acknowledged, for as long as the store holds fewer. */
  readonly #lost = new Map<string, number>();
  /** Everything that was lost while this page lives. */
  readonly #sessions = new Set<string>();
  #message: string | undefined;
  /** The browser says that it lost everything, and nobody knows what there was. */
  #isAllUnknown = false;

  constructor(canaries: Canaries, onReset: ((loss: StoreLoss) => void) | undefined) {
    this.#canaries = canaries;
    this.#onReset = onReset;
  }

  /** The browser says itself that it made the database again because the old one was damaged. */
  recreated(message: string): void {
    this.#message = message;
    this.#isAllUnknown = true;
  }

  /** Somebody deletes the database that is open here. */
  databaseDeleted(): void {
    for (const [name, { databaseId }] of this.#canaries.all()) {
      if (databaseId === this.#databaseId) this.#canaries.remove(name);
    }
    this.#known.clear();
  }

  /** A connection to the database of this id was opened; `undefined`: the id cannot be read. */
  opened(databaseId: string | undefined): void {
    if (databaseId === this.#databaseId) return;
    this.#databaseId = databaseId;
    if (databaseId === undefined) return;
    const acknowledged = this.#acknowledgedElsewhere();
    const { lost, news, outlived } = lossesAmong(acknowledged, databaseId, systemClock.nowMs());
    this.#known.clear();
    for (const name of outlived) this.#canaries.remove(name);
    for (const [name, { entries }] of lost) this.#lose(name, entries);
    for (const [name, canary] of news) this.#markLost(name, canary);
    if (lost.size > 0) this.#isAllUnknown = false;
    if (news.size > 0 || this.#isAllUnknown) this.#tell(news);
  }

  /** This page's own knowledge counts where the browser says that it lost everything, or a canary is left. */
  #acknowledgedElsewhere(): ReadonlyMap<string, Canary> {
    const acknowledged = new Map(this.#canaries.all());
    for (const [name, known] of this.#known) {
      const kept = acknowledged.get(name);
      const isBehind = kept && isSame(kept, known) && kept.entries < known.entries;
      if (isBehind || this.#isAllUnknown) acknowledged.set(name, known);
    }
    return acknowledged;
  }

  /** All that was acknowledged of a session so far, to be held against a reading that begins now. */
  acknowledged(sessionId: string): readonly Canary[] {
    const name = this.#canaries.nameOf(sessionId);
    return [this.#known.get(name), this.#canaries.get(name)].filter(
      (canary) => canary !== undefined,
    );
  }

  /** A session was read, or is not there; `before` is what was acknowledged before the reading. */
  wasRead(sessionId: string, before: readonly Canary[], found: Counted | undefined): void {
    const name = this.#canaries.nameOf(sessionId);
    const session = found && this.#named(found);
    const here = before.filter(({ databaseId }) => databaseId === this.#databaseId);
    if (!session) {
      this.#isMissing(name, here);
      return;
    }
    const ofSession = here.filter(({ createdAtMs }) => createdAtMs === session.createdAtMs);
    const acknowledged = furthest(ofSession);
    if (acknowledged && session.entries < acknowledged.entries) {
      this.#isRolledBack(name, acknowledged);
    }
    this.#repair(session);
    if (!this.#lost.has(name)) this.#note(session);
  }

  #named(session: Counted): Counted {
    return { ...session, id: this.#canaries.nameOf(session.id) };
  }

  /** A session that this page has seen was deleted since; another one is lost. */
  #isMissing(name: string, here: readonly Canary[]): void {
    const acknowledged = furthest(here);
    if (!acknowledged) return;
    const isDeleted = this.#known.has(name) || isOutlived(acknowledged, systemClock.nowMs());
    if (isDeleted) this.#forget(name);
    else this.#isRolledBack(name, acknowledged);
  }

  /** The database is an older state of itself: it holds less of a session than it had acknowledged. */
  #isRolledBack(name: string, acknowledged: Canary): void {
    this.#lose(name, acknowledged.entries);
    if (acknowledged.lostAtMs !== undefined) return;
    const noticed = { ...acknowledged, lostAtMs: systemClock.nowMs() };
    this.#markLost(name, noticed);
    this.#tell(new Map([[name, noticed]]));
  }

  /** A commit was acknowledged, and the session is now this. */
  wasStored(stored: Counted): void {
    const session = this.#named(stored);
    this.#repair(session);
    this.#note(session);
  }

  /** Sessions were listed; they are remembered while the page lives. */
  wereListed(sessions: readonly Counted[]): void {
    for (const session of sessions) this.#remember(this.#named(session));
  }

  /** Called before a deletion, and once more behind it: a commit may be acknowledged in between. */
  deleted(sessionId: string): void {
    const name = this.#canaries.nameOf(sessionId);
    this.#forget(name);
    this.#lost.delete(name);
    this.#sessions.delete(name);
  }

  /** Gives the loss of a session while the store holds fewer of its entries than it had acknowledged. */
  lossOf(sessionId: string): StoreLoss | undefined {
    const entries = this.#lost.get(this.#canaries.nameOf(sessionId));
    if (entries !== undefined) return this.#loss(entries, this.#sessions.size);
    return this.#isAllUnknown ? this.#loss(0, 0) : undefined;
  }

  #tell(news: ReadonlyMap<string, Canary>): void {
    const entries = [...news.values()].reduce((sum, canary) => sum + canary.entries, 0);
    callListener(() => this.#onReset?.(this.#loss(entries, news.size)));
  }

  #loss(entries: number, sessions: number): StoreLoss {
    const message = this.#message;
    return { kind: 'reset', entries, sessions, ...(message !== undefined && { message }) };
  }

  /** The next page tells anyone who opens the session, and no longer everybody. */
  #markLost(name: string, { databaseId, lostAtMs }: Required<Canary>): void {
    const kept = this.#canaries.get(name);
    // Another tab may have gone on with the session in the new database.
    if (kept?.databaseId === databaseId) this.#canaries.set(name, { ...kept, lostAtMs });
  }

  #lose(name: string, entries: number): void {
    this.#lost.set(name, entries);
    this.#sessions.add(name);
  }

  /** The loss is over once the store holds as much as it had acknowledged. */
  #repair({ id, entries }: Counted): void {
    if (entries >= (this.#lost.get(id) ?? Number.POSITIVE_INFINITY)) this.#lost.delete(id);
  }

  #note(session: Counted): void {
    const canary = this.#remember(session);
    if (!canary) return;
    const kept = this.#canaries.get(session.id);
    // Another tab may have seen more of it acknowledged; behind a loss the truth is what is there now.
    const isAhead = kept && isSame(kept, canary) && kept.entries >= canary.entries;
    if (!isAhead || this.#lost.has(session.id)) this.#canaries.set(session.id, canary);
  }

  #remember({ id, createdAtMs, entries }: Counted): Canary | undefined {
    const databaseId = this.#databaseId;
    if (databaseId === undefined) return undefined;
    const canary = { databaseId, createdAtMs, entries };
    const known = this.#known.get(id);
    const isAhead = known && isSame(known, canary) && known.entries > entries;
    if (!isAhead || this.#lost.has(id)) this.#known.set(id, canary);
    return canary;
  }

  #forget(name: string): void {
    this.#known.delete(name);
    this.#canaries.remove(name);
  }
}

interface Losses {
  /** The sessions that a database of another id held. */
  readonly lost: ReadonlyMap<string, Canary>;
  /** Those of them that no page has noticed before; it was noticed now. */
  readonly news: ReadonlyMap<string, Required<Canary>>;
  /** Sessions whose loss was noticed so long ago that it is told no more. */
  readonly outlived: readonly string[];
}

/** Finds the sessions that are not in the database of this id because another one took them. */
export function lossesAmong(
  acknowledged: ReadonlyMap<string, Canary>,
  databaseId: string,
  nowMs: number,
): Losses {
  const elsewhere = [...acknowledged].filter(([, canary]) => canary.databaseId !== databaseId);
  const lost = elsewhere.filter(([, canary]) => !isOutlived(canary, nowMs));
  return {
    lost: new Map(lost),
    news: new Map(
      lost
        .filter(([, { lostAtMs }]) => lostAtMs === undefined)
        .map(([id, canary]) => [id, { ...canary, lostAtMs: nowMs }]),
    ),
    outlived: elsewhere.filter(([, canary]) => isOutlived(canary, nowMs)).map(([id]) => id),
  };
}

function isOutlived({ lostAtMs = Number.POSITIVE_INFINITY }: Canary, nowMs: number): boolean {
  return nowMs - lostAtMs > TOLD_FOR_MS;
}

/** The one of them that tells of the most entries. */
function furthest(canaries: readonly Canary[]): Canary | undefined {
  return canaries.reduce<Canary | undefined>(
    (most, canary) => (most && most.entries >= canary.entries ? most : canary),
    undefined,
  );
}

function isSame(one: Canary, other: Canary): boolean {
  return one.databaseId === other.databaseId && one.createdAtMs === other.createdAtMs;
}
