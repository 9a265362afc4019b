import type { DevtoolsState } from '../source/devtools-source.ts';
import { formatCount, formatWhole } from './format.ts';
import { type StoreTrouble, storeTroubles } from './store-troubles.ts';

/** The page Storage in words. */
export interface StorePage {
  readonly headline: StoreHeadline;
  /** Where the session is stored, and how far. */
  readonly lines: readonly StoreLine[];
  readonly troubles: readonly StoreTrouble[];
}

export interface StoreHeadline {
  readonly tone: 'well' | 'waiting' | 'note' | 'trouble';
  readonly text: string;
}

export interface StoreLine {
  readonly label: string;
  readonly text: string;
  readonly isTrouble?: boolean;
}

type Shown = Pick<DevtoolsState, 'status' | 'problem' | 'degraded' | 'store' | 'entries'>;

export function storePage(state: Shown): StorePage {
  const troubles = state.store.isCopy ? [] : storeTroubles(state);
  return {
    headline: headlineOf(state, troubles),
    lines: state.store.isCopy ? [] : linesOf(state),
    troubles,
  };
}

/** How many troubles the tab tells of; `undefined` where there is none, and nothing to say. */
export function storeTroubleCount(state: DevtoolsState): number | undefined {
  if (state.store.isCopy) return undefined;
  const troubles = storeTroubles(state).filter(({ severity }) => severity !== 'info');
  return troubles.length === 0 ? undefined : troubles.length;
}

function headlineOf(state: Shown, troubles: readonly StoreTrouble[]): StoreHeadline {
  const { store, entries, status } = state;
  if (store.isCopy) {
    return {
      tone: 'note',
      text: 'A copy of a session file. Nothing of it is stored here; the file keeps what it has.',
    };
  }
  if (status === 'hydrating') return { tone: 'waiting', text: 'Loading what is stored …' };
  const all = formatCount(entries, 'message');
  if (store.owed) {
    const text = `${formatWhole(store.owed)} of ${all} ${store.owed === 1 ? 'is' : 'are'} in this page alone, and owed to the store.`;
    return { tone: 'trouble', text };
  }
  const isTrouble = troubles.some(({ severity }) => severity !== 'info');
  if (!store.persistent) {
    return { tone: isTrouble ? 'trouble' : 'note', text: unkept(state) };
  }
  if (isTrouble) return { tone: 'trouble', text: attention(troubles.length) };
  return { tone: 'well', text: wellWords(state) };
}

function unkept({ store, entries }: Shown): string {
  const all = entries === 1 ? 'The 1 message is' : `All ${formatCount(entries, 'message')} are`;
  if (entries === 0) return 'Nothing that is said here will outlive this page.';
  return store.name === 'memory'
    ? `${all} in this page alone, and gone when it closes.`
    : `${all} in ${store.name}, which the browser empties when its windows close.`;
}

function attention(troubles: number): string {
  return troubles === 1 ? 'One thing needs attention.' : `${troubles} things need attention.`;
}

function wellWords({ store, entries }: Shown): string {
  if (entries === 0) return `All is well: ${store.name} is ready, and nothing has been said yet.`;
  const all = entries === 1 ? 'the 1 message is' : `all ${formatCount(entries, 'message')} are`;
  return store.owed === undefined
    ? `All is well: ${store.name} has taken everything that it was given.`
    : `All is well: ${all} stored in ${store.name}.`;
}

function linesOf({ store, degraded, entries }: Shown): readonly StoreLine[] {
  const hasFailed = degraded.some(({ code }) => code.startsWith('STORE_'));
  return [
    { label: 'Store', text: store.name === 'memory' ? 'memory of this page' : store.name },
    outlives(store, hasFailed),
    ...(store.owed === undefined ? [] : [owedLine(store.owed)]),
    ...(store.unloaded ? [unloadedLine(store.unloaded, entries)] : []),
  ];
}

function outlives({ persistent, name }: Shown['store'], hasFailed: boolean): StoreLine {
  const label = 'Outlives the page';
  if (persistent) return { label, text: 'yes, also a reload and a restart of the browser' };
  if (hasFailed) return { label, text: 'no, as long as the trouble lasts', isTrouble: true };
  return {
    label,
    text:
      name === 'memory'
        ? 'no: the app gave this memory no store that lasts, such as `indexedDbStore()`'
        : 'no: a private window, or a browser that keeps nothing',
  };
}

function unloadedLine(unloaded: number, entries: number): StoreLine {
  return {
    label: 'Older part',
    text: `${formatWhole(unloaded)} of ${formatCount(entries, 'message')} are still being read; the newest are here`,
  };
}

function owedLine(owed: number): StoreLine {
  return owed === 0
    ? { label: 'Owed', text: 'nothing: the store has every message' }
    : {
        label: 'Owed',
        text: `${formatCount(owed, 'message')} that only this page holds; tried again by itself`,
        isTrouble: true,
      };
}
