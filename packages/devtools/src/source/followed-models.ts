import { type InspectableModel, type ModelFacts, modelFacts } from './model-facts.ts';

/** The models that a panel shows. */
export interface FollowedModels {
  /** The same list until a model says something else. */
  readonly facts: () => readonly ModelFacts[];
  /** Calls back after each change of any of them; gives the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Models whose states are read when they are asked for, and followed only while somebody listens. */
export function followedModels(models: readonly InspectableModel[]): FollowedModels {
  let latest: readonly ModelFacts[] = [];
  let latestText = '[]';
  let seen: readonly Seen[] = [];
  return {
    facts: () => {
      const now = models.map(({ contextWindow, status }): Seen => ({ contextWindow, status }));
      if (seen.length === now.length && now.every((one, at) => isSame(one, seen[at]))) {
        return latest;
      }
      seen = now;
      const facts = models.map(modelFacts);
      // By what they say: a model may make its state anew whenever it is read.
      const text = JSON.stringify(facts);
      if (text !== latestText) {
        latest = facts;
        latestText = text;
      }
      return latest;
    },
    subscribe: (listener) => {
      const stops = models.map((model) => model.subscribe?.(listener));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}

/** The parts of a model that change, as they were when it was last looked at. */
interface Seen {
  readonly contextWindow: InspectableModel['contextWindow'];
  readonly status: InspectableModel['status'] | undefined;
}

function isSame(one: Seen, other: Seen | undefined): boolean {
  return one.status === other?.status && one.contextWindow === other?.contextWindow;
}
