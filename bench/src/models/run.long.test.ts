import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from './run.mjs';

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;
const EMBEDDER = path.resolve(AGENT_MEMORY_DATA, 'models/all-minilm-l6-v2');
const hasEmbedder = existsSync(path.join(EMBEDDER, 'reference.json'));
const withModel = hasEmbedder
  ? 'with the real model'
  : `skipped: no model in ${EMBEDDER} (AGENT_MEMORY_DATA)`;

let folder: string;
let printed: string[];
const terminal = { print: (text: string) => void printed.push(text), complain: () => undefined };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'models-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true }));

describe.skipIf(!hasEmbedder)(`the benchmark of models, ${withModel}`, () => {
  test('[BENCH] measures the models that are there in Chromium, and names the others', async () => {
    const weights = path.join(folder, 'weights');
    const report = path.join(folder, 'report.json');
    await mkdir(weights);
    await symlink(EMBEDDER, path.join(weights, 'all-minilm-l6-v2'));
    await run(['--weights', weights, '--tasks', 'embed,chat', '--json', report], terminal);
    const { bench, rows } = JSON.parse(await readFile(report, 'utf8'));
    expect(bench).toBe('models');
    expect(rows).toEqual([
      {
        system: 'agent-memory',
        engine: 'onnx',
        task: 'embed',
        model: expect.any(String),
        threads: 1,
        loadMs: expect.any(Number),
        firstMs: expect.any(Number),
        perSecond: expect.any(Number),
        unit: 'texts',
        cosine: expect.any(Number),
      },
    ]);
    expect(rows[0].cosine).toBeGreaterThan(0.98);
    expect(printed.join('\n')).toContain(`${weights} has no webllm-tiny`);
  });
});

test.each([
  [['--tasks', 'embed,all'], 'chat,embed,fault,summary'],
  [['--weights', '/no/such/folder'], 'There is no model in /no/such/folder'],
  [['--fast'], '--fast'],
])('[BENCH] refuses %j in a sentence', async (args, complaint) => {
  await expect(run(args, terminal)).rejects.toThrow(complaint);
});
