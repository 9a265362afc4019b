import type { ModelTotals } from '@agent-memory/core';
import type { ModelFacts, ModelProgress, ModelStatus } from '../source/model-facts.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatScore,
  formatWhole,
  knownWords,
  titleOfCode,
  wordsOfCode,
} from '../words/format.ts';

/** A line about a model: `Engine: WebAssembly, 4 threads`. */
export interface ModelLine {
  readonly label: string;
  readonly text: string;
  readonly isTrouble?: boolean;
}

const PHASES: Readonly<Record<string, string>> = { unloaded: 'not loaded', disposed: 'ended' };

const BACKENDS: Readonly<Record<string, string>> = { webgpu: 'WebGPU', wasm: 'WebAssembly' };

const LOADING: Readonly<Record<string, string>> = {
  download: 'Downloading',
  compile: 'Preparing the engine for this device',
  start: 'Putting it into memory',
};

/** A model of this device, a chain, or one that reports no state, in words. */
export function modelCard({ name, contextWindow, status = {} }: ModelFacts) {
  const window = contextWindow === undefined ? undefined : formatCount(contextWindow, 'token');
  const { failure, progress, passedOver = [], engine, phase } = status;
  return {
    name,
    /** Its state in a word or two. */
    badge: badgeOf(status),
    isTrouble: failure !== undefined || (status.passedOver?.length ?? 0) > 0,
    ...(progress && phase === 'loading' && { progress: progressWords(progress) }),
    lines: [...statusLines(status), ...lineOf('Window', window)],
    /** Sentences about anything that is less than it could be. */
    notes: engine?.notes ?? [],
    /** The members of a chain before the one that was taken, and why each was not. */
    passedOver: passedOver.map(({ name: member, error, wasAsked }) => ({
      name: member,
      why: wasAsked ? error.message : `${error.message} (not asked again: that was not long ago)`,
    })),
  };
}

function badgeOf({ phase, taken, passedOver }: ModelStatus): string {
  if (phase !== undefined) return knownWords(PHASES, phase) ?? wordsOfCode(phase);
  if (taken !== undefined) return `took ${taken}`;
  if (passedOver === undefined) return 'does not report its state';
  return passedOver.length === 0 ? 'not asked yet' : 'none answered';
}

function statusLines(status: ModelStatus): readonly ModelLine[] {
  const { engine, tokensPerSecond, waiting, restarts = 0, failure, failureText } = status;
  return [
    ...lineOf('Engine', engine && engineWords(engine)),
    ...lineOf('Speed', tokensPerSecond && `${formatNumber(tokensPerSecond)} tokens/s, last answer`),
    ...lineOf('Queue', waiting && queueWords(waiting)),
    ...lineOf('Restarts', restarts > 0 ? `${formatCount(restarts, 'time')}, after a loss` : ''),
    ...(failure
      ? [{ label: 'Failure', text: failureText || titleOfCode(failure.kind), isTrouble: true }]
      : []),
  ];
}

function lineOf(label: string, text: string | number | undefined): readonly ModelLine[] {
  return text ? [{ label, text: `${text}` }] : [];
}

function engineWords({ backend, threads }: NonNullable<ModelStatus['engine']>): string {
  const words = knownWords(BACKENDS, backend) ?? titleOfCode(backend);
  return threads === undefined ? words : `${words}, ${formatCount(threads, 'thread')}`;
}

function queueWords({ user, background }: NonNullable<ModelStatus['waiting']>): string {
  if (user + background === 0) return 'nobody waits';
  const parts = [
    user > 0 ? `${user} of the user` : '',
    background > 0 ? `${background} of the background` : '',
  ];
  const waits = user + background === 1 ? 'waits' : 'wait';
  return `${parts.filter((part) => part !== '').join(', ')} ${waits}`;
}

function progressWords(progress: ModelProgress) {
  const { phase, loadedBytes, totalBytes, leftMs } = progress;
  const doing = knownWords(LOADING, phase) ?? titleOfCode(phase);
  const total = totalBytes ? ` of ${formatBytes(totalBytes)}` : '';
  const bytes = loadedBytes === undefined ? '' : `: ${formatBytes(loadedBytes)}${total}`;
  const left = leftMs === undefined ? '' : `, about ${formatDuration(leftMs)} left`;
  return {
    text: `${doing}${bytes}${left}`,
    ...(loadedBytes !== undefined &&
      totalBytes && { fill: Math.min(1, Math.max(0, loadedBytes / totalBytes)) }),
  };
}

export const LEDGER_HEADS = ['Calls', 'In', 'Cached', 'Out', 'Time', 'Cost', 'Failed'] as const;

const NONE = '–';

/** Sums by model as cells; a figure that nobody told is a dash. */
export function ledgerRow(row: ModelTotals) {
  const { calls, inputTokens, cachedInputTokens, outputTokens, ms, cost } = row;
  const amounts = [inputTokens, cachedInputTokens, outputTokens].map(orDash);
  const costText = cost === 0 ? NONE : formatScore(cost);
  return {
    model: row.model,
    cells: [
      formatWhole(calls),
      ...amounts,
      ms === 0 ? NONE : formatDuration(ms),
      costText,
      endsOf(row),
    ],
  };
}

/** A sentence about what the sums lack; '' where they lack nothing. */
export function ledgerGap(rows: readonly ModelTotals[]): string {
  const unreported = rows.reduce((sum, row) => sum + row.unreported, 0);
  if (unreported === 0) return '';
  return `The tokens of ${formatCount(unreported, 'call')} were not reported; the sums lack them.`;
}

function orDash(tokens: number): string {
  return tokens === 0 ? NONE : formatWhole(tokens);
}

function endsOf({ failed, aborted }: ModelTotals): string {
  if (failed + aborted === 0) return NONE;
  return aborted === 0
    ? formatWhole(failed)
    : `${formatWhole(failed)}, ${formatWhole(aborted)} aborted`;
}
