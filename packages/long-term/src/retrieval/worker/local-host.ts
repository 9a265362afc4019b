import { eachInSteps, inSlices } from '@agent-memory/core/internal';
import { RetrievalEngine } from '../engine.ts';
import { LazyNeighbours } from '../neighbours/word-neighbours.ts';
import type { RetrievalDocument } from '../retrieval-index.ts';
import { openSegments } from '../segments/open-segments.ts';
import { SegmentChangeLog } from '../segments/segment-change-log.ts';
import { createAnalyzer } from '../text/analyzer.ts';
import type { EngineHost, EngineSettings } from './engine-host.ts';

/**
 * An engine in this thread. What takes long is done a few milliseconds at a time, so that a page
 * without a worker stays alive.
 */
export function createLocalHost(): EngineHost {
  let opened: Opened | undefined;
  const here = () => {
    if (opened === undefined) throw new Error('The engine was called before it was opened.');
    return opened;
  };
  return {
    async open(settings, segments) {
      const { problems, ...parts } = await openEngine(settings, segments);
      opened = parts;
      return problems;
    },
    async add(documents) {
      const { engine, changes } = here();
      await engine.analyzer.prepare(documents.map(({ text }) => text));
      const add = (document: RetrievalDocument) => changes.noteDocuments(engine.add(document));
      await inSlices(eachInSteps(documents, add));
    },
    async remove(ids) {
      const { engine, changes } = here();
      const remove = (id: string) => changes.noteDocuments(engine.remove(id));
      await inSlices(eachInSteps(ids, remove));
    },
    async search(query) {
      const { engine, table, changes } = here();
      if (query.vector?.outdatesOthers === true) {
        const { model, values } = query.vector;
        changes.noteRetired(engine.vectors.retireOtherDimension(model, values.length));
      }
      const gathered = await engine.search(query);
      return { ...gathered, ...engine.counts(query.vector?.model), degraded: table.problems };
    },
    ids: async () => [...here().engine.table.ids],
    count: async (model) => here().engine.counts(model),
    withoutVector: async (model, most) => here().engine.withoutVector(model, most),
    async setVectors(model, vectors) {
      const { engine, changes } = here();
      for (const { id, text, values } of vectors) {
        const numbers = engine.setVector(model, { id, text }, values);
        for (const number of numbers) changes.noteVector(number);
      }
    },
    async retireOthers(model) {
      const { engine, changes } = here();
      changes.noteRetired(engine.vectors.retireOthers(model));
    },
    takeChanges: () => inSlices(here().changes.take()),
    takeAll() {
      const { changes } = here();
      changes.noteAll();
      return inSlices(changes.take());
    },
  };
}

interface Opened {
  readonly engine: RetrievalEngine;
  readonly changes: SegmentChangeLog;
  readonly table: LazyNeighbours;
}

async function openEngine(settings: EngineSettings, segments: ReadonlyMap<string, ArrayBuffer>) {
  const analyzer = await createAnalyzer(settings.language);
  const table = new LazyNeighbours(settings.neighbours, analyzer.stem);
  const engine = new RetrievalEngine(analyzer, () => table.get());
  const changes = new SegmentChangeLog(engine);
  const problems = await openSegments(segments, engine, changes);
  return { engine, changes, table, problems };
}
