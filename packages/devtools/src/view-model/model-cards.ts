import type { ModelFacts, ModelProgress, ModelStatus } from '../source/model-facts.ts';
import { knownWords, titleOfCode, wordsOfCode } from './code-words.ts';
import { formatBytes, formatCount, formatDuration, formatNumber } from './format.ts';

/** A line about a model: `Engine: WebAssembly, 4 threads`. */
export interface ModelLine {
  readonly label: string;
  readonly text: string;
  readonly isTrouble?: boolean;
}

/** A model, ready to be drawn. */
export interface ModelCard {
  readonly name: string;
  /** Its state in a word or two. */
  readonly badge: string;
  readonly isTrouble: boolean;
  /** How far a load is: in words, and as a share of 0 to 1 where that is known. */
  readonly progress?: { readonly text: string; readonly fill?: number };
  readonly lines: readonly ModelLine[];
  /** Sentences about anything that is less than it could be. */
  readonly notes: readonly string[];
  /** The members of a chain ahead of the one that was taken, and why each was not. */
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
}

const PHASES: Readonly<Record<string, string>> = {
  unloaded: 'not loaded',
  disposed: 'ended',
};

const BACKENDS: Readonly<Record<string, string>> = {
  webgpu: 'WebGPU',
  wasm: 'WebAssembly',
};

const LOADING: Readonly<Record<string, string>> = {
  download: 'Downloading',
  compile: 'Preparing the engine for this device',
  start: 'Putting it into memory',
};

/** A model of this device, a chain, or one that reports no state, in words. */
export function modelCard({ name, contextWindow, status = {} }: ModelFacts): ModelCard {
  const window = contextWindow === undefined ? undefined : formatCount(contextWindow, 'token');
  const { failure, progress, passedOver = [], engine, phase } = status;
  return {
    name,
    badge: badgeOf(status),
    isTrouble: failure !== undefined || (status.passedOver?.length ?? 0) > 0,
    ...(progress && phase === 'loading' && { progress: progressWords(progress) }),
    lines: [...statusLines(status), ...lineOf('Window', window)],
    notes: engine?.notes ?? [],
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

function progressWords(progress: ModelProgress): NonNullable<ModelCard['progress']> {
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
