import {
  chooseModel,
  type DeviceFacts,
  type ModelOffer,
  RECOMMENDED_MODELS,
} from '@agent-memory/models';

/** One model of the picker. */
export interface ModelRow {
  readonly offer: ModelOffer;
  readonly fits: boolean;
  /** The sentence that says why, or why not. */
  readonly reason: string;
  readonly isRecommended: boolean;
}

/** The models of the picker. */
export interface ModelRows {
  /** The recommended one, and those next to it that this device can run. */
  readonly first: readonly ModelRow[];
  /** Further ones that it can run. */
  readonly more: readonly ModelRow[];
  /** Those that it may not be able to run; they can be taken all the same. */
  readonly others: readonly ModelRow[];
  /** Said where none fits. */
  readonly problem?: string;
}

/** Rows that are shown at once; a person's own file is offered below them. */
const FIRST_ROWS = 3;

/**
 * The recommended models as this device sees them. Of a model's two precisions the one is shown that the
 * graphics card takes.
 *
 * @param stored ids of offers whose files are here.
 */
export function modelRows(device: DeviceFacts, stored: readonly string[]): ModelRows {
  const offers = offersFor(device, stored);
  const { offer, reason, passedOver } = chooseModel(device, { offers, onDevice: stored });
  const chosen = offer && { offer, fits: true, reason, isRecommended: true };
  const rows = passedOver.map((each) => ({ ...each, isRecommended: false }));
  const fitting = [...(chosen ? [chosen] : []), ...rows.filter(({ fits }) => fits)];
  return {
    first: fitting.slice(0, FIRST_ROWS),
    more: fitting.slice(FIRST_ROWS),
    others: rows.filter(({ fits }) => !fits),
    ...(!chosen && { problem: reason }),
  };
}

function offersFor({ webgpu }: DeviceFacts, stored: readonly string[]): readonly ModelOffer[] {
  // Without WebGPU neither runs, and the smaller one says so as well.
  const takesHalf = webgpu?.hasShaderF16 ?? true;
  return RECOMMENDED_MODELS.filter(
    ({ engine, id, needsShaderF16 = false }) =>
      engine !== 'webllm' || needsShaderF16 === takesHalf || stored.includes(id),
  );
}

/** The facts that a model is chosen by, in a sentence. */
export function deviceText(device: DeviceFacts): string {
  const { webgpu, cores, memoryGb, freeBytes, hasThreads } = device;
  const facts = [
    gpuText(webgpu),
    `${cores} ${cores === 1 ? 'processor' : 'processors'}${hasThreads ? '' : ', of which one may be used'}`,
    ...(memoryGb === undefined ? [] : [`about ${memoryGb} GB of memory`]),
    ...(freeBytes === undefined
      ? []
      : [`${Math.floor(freeBytes / 1e9)} GB of storage for this page`]),
  ];
  return `${facts.join(' · ')}.`;
}

function gpuText(webgpu: DeviceFacts['webgpu']): string {
  if (!webgpu) return 'No WebGPU';
  if (webgpu.isSoftware) return 'WebGPU, computed by the processor';
  return webgpu.hasShaderF16 ? 'WebGPU' : 'WebGPU without half precision';
}
