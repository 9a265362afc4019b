import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DevtoolsChannel } from '../transport/channel.ts';
import { type FoundSource, type FoundSources, findSources } from '../transport/found-sources.ts';
import { freeName } from './free-name.ts';

/** A source that answers, under a name that no other one has. */
export interface ListedSource extends FoundSource {
  /** `Support · Workshop chat` */
  readonly label: string;
}

const NOBODY: readonly ListedSource[] = [];

/** The sources on a channel. Asks again when the page is looked at again. */
export function useFoundSources(channel: DevtoolsChannel) {
  const [found, setFound] = useState<LabelledSources>();
  useEffect(() => {
    const looking = findSources(channel);
    const look = () => {
      if (document.visibilityState === 'visible') looking.look();
    };
    setFound(labelled(looking));
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      looking.stop();
    };
  }, [channel]);
  const sources = useSyncExternalStore(
    found?.subscribe ?? followNobody,
    found?.getState ?? nobody,
    nobody,
  );
  return { sources, look: () => found?.look() };
}

function followNobody(): () => void {
  return () => undefined;
}

function nobody(): readonly ListedSource[] {
  return NOBODY;
}

interface LabelledSources extends Omit<FoundSources, 'getState'> {
  readonly getState: () => readonly ListedSource[];
}

/**
 * Sources under labels that stay: one keeps its own when another one goes or comes back, or its page takes
 * another title, so that anyone who chose it by that label is not shown another memory.
 */
function labelled(found: FoundSources): LabelledSources {
  let known: readonly FoundSource[] = NOBODY;
  let listed: readonly ListedSource[] = NOBODY;
  return {
    ...found,
    getState: () => {
      const sources = found.getState();
      if (sources !== known) {
        known = sources;
        listed = withLabels(sources, listed);
      }
      return listed;
    },
  };
}

function withLabels(
  sources: readonly FoundSource[],
  before: readonly ListedSource[],
): readonly ListedSource[] {
  const kept = new Map(before.map(({ id, label }) => [id, label]));
  const taken = new Set(sources.flatMap(({ id }) => kept.get(id) ?? []));
  return sources.map((source) => {
    const { id, name, page } = source;
    const label = kept.get(id) ?? freeName(page === '' ? name : `${name} · ${page}`, taken);
    taken.add(label);
    return { ...source, label };
  });
}
