import type { StageNotes } from '../compaction/stage.ts';
import type { LeavingReader } from '../compactor/before-leaving.ts';
import { checkOption } from '../errors/check-option.ts';
import type { KnownNames } from '../errors/refuse-unknown.ts';
import { checkSections } from '../live/check-sections.ts';
import type { LiveSection } from '../live/live-section.ts';
import { refuseUnknownFields } from '../message/refuse-unknown-fields.ts';
import type { archiveSectionsOf } from '../plan/archive-sections.ts';
import { callListener } from '../platform/call-listener.ts';
import type { FeatureHost, FeatureSlots, MemoryFeature } from './feature.ts';
import type { PreparingFeature, Waiting } from './prepare-features.ts';

/** Ids of the sections that every memory has. */
const OWN_SECTIONS = ['scratchpad', 'notes'];

const FEATURE = { name: true, attach: true } as const satisfies KnownNames<MemoryFeature>;
const SLOTS = {
  liveSections: true,
  archiveSections: true,
  beforeLeaving: true,
  canRecall: true,
  readsNewestOnly: true,
  stageNotes: true,
  compacted: true,
  prepare: true,
  dispose: true,
} as const satisfies KnownNames<FeatureSlots>;

const CODE_MISSING =
  'The code that lets features get ready could not be fetched; the context is made without what they would have added.';

/** The features of one memory, attached. */
export interface AttachedFeatures {
  readonly sections: readonly LiveSection[];
  readonly archiveSections: readonly LiveSection[];
  /** The code that makes items of those sections: there from the first `prepare` on. */
  archiveCode(): typeof archiveSectionsOf | undefined;
  /** Lets those that want to get ready for a context; gives sentences about those that could not. */
  prepare(waiting: Waiting): Promise<readonly string[]> | undefined;
  /** Those that want to read what may leave [CMP-9]. */
  readonly readers: readonly LeavingReader[];
  /** Whether one of them gives the model tools that bring back what left. */
  readonly canRecall: boolean;
  /** Whether one of them reads more than the newest messages. */
  readonly readOlder: boolean;
  stageNotes(): readonly StageNotes[];
  compacted(): void;
  dispose(): void;
}

/**
 * Attaches features in their order.
 * @throws InvalidOptionError if a value is not a feature, or sections could not be told apart.
 */
export function attachFeatures(
  features: readonly MemoryFeature[],
  host: FeatureHost,
): AttachedFeatures {
  checkOption(Array.isArray(features), 'features', 'must be a list.');
  const names = new Set<string>();
  const slots = features.map((feature) => {
    checkFeature(feature, names);
    const given = feature.attach(host);
    refuseUnknownFields(given, SLOTS, 'attach');
    const {
      liveSections = [],
      archiveSections = [],
      canRecall = false,
      readsNewestOnly = false,
      ...functions
    } = given ?? {};
    for (const [name, flag] of Object.entries({ canRecall, readsNewestOnly })) {
      checkOption(typeof flag === 'boolean', name, 'must be a boolean.');
    }
    for (const [name, list] of Object.entries({ liveSections, archiveSections })) {
      checkOption(Array.isArray(list), name, 'must be a list.');
    }
    for (const [name, slot] of Object.entries(functions)) {
      checkOption(!slot || typeof slot === 'function', name, 'must be a function.');
    }
    return { ...given, name: feature.name };
  });
  const sections = slots.flatMap(({ liveSections = [] }: FeatureSlots) => liveSections);
  const archiveSections = slots.flatMap(({ archiveSections: own = [] }: FeatureSlots) => own);
  const all = [...archiveSections, ...sections];
  checkSections('features', all);
  const taken = all.find(({ id }) => OWN_SECTIONS.includes(id));
  checkOption(!taken, 'features', `has a section "${taken?.id}", and that id is taken.`);
  const preparing = slots.filter((slot): slot is PreparingFeature =>
    Boolean((slot as FeatureSlots).prepare),
  );
  let archiveCode: typeof archiveSectionsOf | undefined;
  return {
    sections,
    archiveSections,
    archiveCode: () => archiveCode,
    readers: slots.filter((slot): slot is LeavingReader =>
      Boolean((slot as FeatureSlots).beforeLeaving),
    ),
    canRecall: slots.some((slot: FeatureSlots) => slot.canRecall === true),
    readOlder: slots.some((slot: FeatureSlots) => !slot.readsNewestOnly),
    stageNotes: () => slots.flatMap((slot: FeatureSlots) => slot.stageNotes?.() ?? []),
    compacted() {
      for (const slot of slots as readonly FeatureSlots[]) callListener(() => slot.compacted?.());
    },
    prepare(waiting) {
      if (preparing.length + archiveSections.length === 0) return undefined;
      return import('./prepare-features.ts').then(
        (code) => {
          archiveCode = code.archiveSectionsOf;
          return code.prepareFeatures(preparing, waiting);
        },
        () => [CODE_MISSING],
      );
    },
    dispose() {
      // One that throws keeps neither the others nor the session from ending.
      for (const each of slots) callListener(() => each.dispose?.());
    },
  };
}

function checkFeature(feature: MemoryFeature, names: Set<string>): void {
  refuseUnknownFields(feature, FEATURE, 'features');
  const { name, attach } = (feature ?? {}) as Partial<MemoryFeature>;
  checkOption(
    typeof name === 'string' && name !== '' && typeof attach === 'function',
    'features',
    'must hold features: a `name` and a function `attach`.',
  );
  checkOption(!names.has(name), 'features', `has "${name}" twice.`);
  names.add(name);
}
