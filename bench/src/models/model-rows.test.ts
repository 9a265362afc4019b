import { expect, test } from 'vitest';
import { modelRows } from './model-rows.mjs';
import { faultsTable, modelsTable } from './models-table.mjs';

const TIMED = { model: 'small', threads: 2, loadMs: 3_000, firstMs: 1_500, perSecond: 7 };

test('[BENCH] a summary gives a row for the model, and one for each text without a model', () => {
  const rows = modelRows({
    ...TIMED,
    task: 'summary',
    rounds: 4,
    committed: 3,
    goesOn: true,
    texts: [],
    refusals: [],
    worth: [
      { system: 'agent-memory', valuesKept: 0.25 },
      { system: 'extractive', valuesKept: 0.5 },
    ],
  });
  expect(rows).toEqual([
    {
      system: 'agent-memory',
      engine: 'wllama',
      task: 'summary',
      ...TIMED,
      unit: 'tokens',
      rounds: 4,
      committed: 3,
      valuesKept: 0.25,
    },
    { system: 'extractive', engine: 'none', task: 'summary', valuesKept: 0.5 },
  ]);
  expect(modelsTable(rows)).toContain('3 of 4');
  expect(modelsTable(rows)).toContain('50.0 %');
});

test('[BENCH] a fault gives a row with its cost', () => {
  const cost = { fallbackMs: 80, memoryIntact: true, recovered: false, error: 'MODEL_UNLOADED' };
  const rows = modelRows({ task: 'fault', fault: 'unload during a load', model: 'tiny', ...cost });
  expect(rows).toEqual([
    {
      system: 'agent-memory',
      engine: 'webllm',
      task: 'fault',
      model: 'tiny',
      fault: 'unload during a load',
      ...cost,
    },
  ]);
  expect(faultsTable(rows)).toMatch(/unload during a load +MODEL_UNLOADED +80 +yes +NO/);
});
