import type { KnownNames } from '../ground/errors/errors.ts';
import { checkOption } from '../ground/errors/errors.ts';
import { callListener } from '../ground/platform/listeners.ts';
import { checkSections } from '../live/check-sections.ts';
import { refuseUnknownFields } from '../message/refuse-unknown-fields.ts';
import type { archiveSectionsOf } from '../plan/archive-sections.ts';
import { entriesBetween, entryOf, headIdOf } from '../transcript/transcript.ts';
import type { LeavingReader } from './compact/before-leaving.ts';
import type { FeatureHost, FeatureSlots, MemoryFeature } from './feature.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { PreparingFeature, Waiting } from './prepare-features.ts';
import type { SessionParts } from './session-parts.ts';
import type { EffectRunner } from './store/effect-runner.ts';
import type { StoredParts } from './stored-parts.ts';

/** Ids of the sections that every memory has. */
const OWN_SECTIONS = ['scratchpad', 'notes'];

const FEATURE = { name: true, attach: true } as const satisfies KnownNames<MemoryFeature>;
const SLOTS = {
  liveSections: 'list',
  archiveSections: 'list',
  beforeLeaving: 'function',
  canRecall: 'boolean',
  readsNewestOnly: 'boolean',
  stageNotes: 'function',
  checkText: 'function',
  compacted: 'function',
  prepare: 'function',
  dispose: 'function',
} as const satisfies Readonly<Record<keyof FeatureSlots, 'list' | 'function' | 'boolean'>>;

const CODE_MISSING = 'The code for features could not be fetched; the context lacks what they add.';

export type AttachedFeatures = ReturnType<typeof attachFeatures>;

/** The objects of a session that its features may reach. */
interface Reach<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly storedParts: StoredParts<Pad>;
  readonly lifecycle: Lifecycle<Pad>;
  readonly backgroundCalls: FeatureHost['backgroundCalls'];
}

/**
 * Attaches features in their order.
 * @throws InvalidOptionError if a value is not a feature, or sections could not be told apart.
 */
export function attachFeatures<Pad>(
  parts: Pick<SessionParts<Pad>, 'id' | 'clock' | 'features'>,
  reach: Reach<Pad>,
) {
  const { features } = parts;
  const host = featureHostOf(parts, reach);
  checkOption(Array.isArray(features), 'features', 'must be a list.');
  const names = new Set<string>();
  const slots = features.map((feature): FeatureSlots & { readonly name: string } => {
    checkFeature(feature, names);
    const given = feature.attach(host);
    checkSlots(given);
    return { ...given, name: feature.name };
  });
  const sections = slots.flatMap(({ liveSections = [] }) => liveSections);
  const archiveSections = slots.flatMap(({ archiveSections: own = [] }) => own);
  const all = [...archiveSections, ...sections];
  checkSections('features', all);
  const taken = all.find(({ id }) => OWN_SECTIONS.includes(id));
  checkOption(!taken, 'features', `has a section "${taken?.id}", and that id is taken.`);
  const preparing = slots.filter((slot): slot is PreparingFeature => Boolean(slot.prepare));
  let archiveCode: typeof archiveSectionsOf | undefined;
  return {
    sections,
    archiveSections,
    /** The code that makes items of those sections: there from the first `prepare` on. */
    archiveCode: () => archiveCode,
    /** Those that want to read what may leave [CMP-9]. */
    readers: slots.filter((slot): slot is LeavingReader => Boolean(slot.beforeLeaving)),
    /** Whether one of them gives the model tools that bring back what left. */
    canRecall: slots.some((slot) => slot.canRecall === true),
    /** Whether one of them reads more than the newest messages. */
    readOlder: slots.some((slot) => !slot.readsNewestOnly),
    checks: [...new Set(slots.flatMap(({ checkText = [] }) => checkText))],
    stageNotes: () => slots.flatMap((slot) => slot.stageNotes?.() ?? []),
    compacted(): void {
      for (const slot of slots) callListener(() => slot.compacted?.());
    },
    /** Lets those that want to get ready for a context; gives sentences about those that could not. */
    prepare(waiting: Waiting): Promise<readonly string[]> | undefined {
      if (preparing.length + archiveSections.length === 0) return undefined;
      return import('./prepare-features.ts').then(
        (code) => {
          archiveCode = code.archiveSectionsOf;
          return code.prepareFeatures(preparing, waiting);
        },
        () => [CODE_MISSING],
      );
    },
    dispose(): void {
      // One that throws keeps neither the others nor the session from ending.
      for (const each of slots) callListener(() => each.dispose?.());
    },
  };
}

function checkFeature(feature: MemoryFeature, names: Set<string>): void {
  refuseUnknownFields(feature, FEATURE, 'features');
  const { name, attach } = (feature ?? {}) as Partial<MemoryFeature>;
  const isFeature = typeof name === 'string' && name !== '' && typeof attach === 'function';
  checkOption(isFeature, 'features', 'must hold features: a `name` and a function `attach`.');
  checkOption(!names.has(name), 'features', `has "${name}" twice.`);
  names.add(name);
}

function checkSlots(given: FeatureSlots | undefined): void {
  refuseUnknownFields(given, SLOTS, 'attach');
  for (const [name, kind] of Object.entries(SLOTS)) {
    const slot: unknown = given && Reflect.get(given, name);
    const isRight = kind === 'list' ? Array.isArray(slot) : typeof slot === kind;
    checkOption(isRight || slot === undefined, name, `must be a ${kind}.`);
  }
}

/** A session as the features that are attached to it see it. */
function featureHostOf<Pad>(
  { id, clock }: Pick<SessionParts<Pad>, 'id' | 'clock'>,
  { runner, storedParts, lifecycle, backgroundCalls }: Reach<Pad>,
): FeatureHost {
  return {
    sessionId: id,
    part: (definition) => storedParts.of(definition),
    emit: (event) => runner.emit(event),
    sectionChanged: (sectionId) => void runner.dispatch({ type: 'section-change', sectionId }),
    entries(fromSeq, toSeq) {
      const { transcript } = runner.snapshot;
      // To a feature, a session of which only some is there is not loaded yet.
      return transcript.log.unloaded > 0 ? [] : entriesBetween(transcript, fromSeq, toSeq);
    },
    entry: (entryId) => entryOf(runner.snapshot.transcript, entryId),
    standing() {
      const { transcript, scratchpad, breaker, history, assembled: plan } = runner.snapshot;
      const { overlayVersion, nextIndex: historyIndex, calls: call } = history;
      const isLoaded = runner.snapshot.isLoaded && transcript.log.unloaded === 0;
      const headId = headIdOf(transcript);
      const compaction = runner.snapshot.compactions.at(-1);
      const known = { isLoaded, headId, scratchpad, breaker, plan, compaction };
      return { ...known, overlayVersion, historyIndex, call };
    },
    subscribe: (listener) => runner.subscribe(listener),
    upToDate: async () => lifecycle.tabs?.upToDate(),
    backgroundCalls,
    clock,
  };
}
