import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { DeviceFacts } from './device-facts.ts';
import { type ModelOffer, RECOMMENDED_MODELS } from './model-offer.ts';

/** Settings of `chooseModel`. */
export interface ChooseModelOptions {
  /** Default: `RECOMMENDED_MODELS`. */
  readonly offers?: readonly ModelOffer[];
}

/** The choice, and why. */
export interface ModelChoice {
  /** Absent where the device can run none. */
  readonly offer?: ModelOffer;
  /** A sentence for a person. */
  readonly reason: string;
  /** The others, each with a sentence that says why not. */
  readonly passedOver: readonly {
    readonly offer: ModelOffer;
    /** Whether the device can run it all the same. */
    readonly fits: boolean;
    /** A sentence for a person. */
    readonly reason: string;
  }[];
}

const OPTIONS = { offers: true } as const satisfies KnownNames<ChooseModelOptions>;

/** Megabytes that a tab can count on where the browser does not tell the device's memory. */
const UNKNOWN_MEMORY_MB = 2_000;
/** A processor alone reads a prompt at some tokens a second; larger models are no company. */
const PROCESSOR_MB = 1_000;

/**
 * Chooses the model for a device [MOD-2]: the largest that runs on its graphics card and fits into half of
 * the memory, else one that runs on its processor. Nothing is downloaded by choosing, and the app may take
 * any other offer.
 *
 * @example
 * const { offer, reason } = chooseModel(await probeDevice());
 * if (offer) console.log(`${offer.title}, ${offer.licence}: ${reason}`);
 */
export function chooseModel(device: DeviceFacts, options: ChooseModelOptions = {}): ModelChoice {
  refuseUnknown(options, OPTIONS, 'chooseModel');
  const { offers = RECOMMENDED_MODELS } = options;
  const judged = offers.map((offer) => ({ offer, against: against(offer, device) }));
  const [taken] = judged
    .filter((each) => each.against === undefined)
    .sort((a, b) => rank(b.offer, device) - rank(a.offer, device));
  const passedOver = judged
    .filter(({ offer }) => offer !== taken?.offer)
    .map((each) => ({
      offer: each.offer,
      fits: each.against === undefined,
      reason: each.against ?? 'Another one suits better.',
    }));
  if (!taken) return { reason: NONE, passedOver };
  return { offer: taken.offer, reason: reasonFor(taken.offer, device), passedOver };
}

const NONE = 'No model fits this device; memory continues without one.';

/** Why a device cannot run a model; absent where it can. */
function against(
  { engine, needsShaderF16 = false, memoryMb }: ModelOffer,
  { webgpu, freeBytes, memoryGb }: DeviceFacts,
): string | undefined {
  const mostMb = memoryGb === undefined ? UNKNOWN_MEMORY_MB : (memoryGb * 1_000) / 2;
  if (engine === 'webllm' && !webgpu) return 'It needs WebGPU, which this browser does not give.';
  if (needsShaderF16 && !webgpu?.hasShaderF16) {
    return 'It needs half-precision shaders (shader-f16), which this graphics card lacks.';
  }
  if (memoryMb > mostMb)
    return `It needs ${memoryMb} MB of memory; ${Math.floor(mostMb)} MB are taken at most.`;
  if (freeBytes !== undefined && memoryMb * 1e6 > freeBytes) {
    return `The browser gives this page ${Math.floor(freeBytes / 1e6)} MB more of storage, and its files need up to ${memoryMb} MB.`;
  }
  if (engine === 'wllama' && memoryMb > PROCESSOR_MB) {
    return 'On a processor alone it would answer too slowly.';
  }
  return undefined;
}

/** A graphics card before the processor; larger before smaller. */
function rank(offer: ModelOffer, { webgpu }: DeviceFacts): number {
  const isOnCard = offer.engine === 'webllm' && !webgpu?.isSoftware ? 1e6 : 0;
  // WebGPU that the processor computes is slower than WebAssembly, so there the smaller one is better.
  const size = isOnCard > 0 ? offer.memoryMb : -offer.memoryMb;
  // The half precision of a model is as good as the full one, and takes less.
  return isOnCard + size + (offer.needsShaderF16 ? 1_000 : 0);
}

function reasonFor({ engine, memoryMb }: ModelOffer, { webgpu, hasThreads }: DeviceFacts): string {
  if (engine === 'webllm') {
    const card = webgpu?.isSoftware ? 'WebGPU, computed by the processor' : 'the graphics card';
    return `It runs on ${card} and fits with ${memoryMb} MB.`;
  }
  const threads = hasThreads
    ? 'on several threads'
    : 'on one thread, since the page is not isolated';
  const why = webgpu ? '' : ' There is no WebGPU here.';
  return `It runs on the processor, ${threads}.${why}`;
}
