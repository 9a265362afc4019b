import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { DeviceFacts } from './device-facts.ts';
import { type ModelOffer, RECOMMENDED_MODELS } from './model-offer.ts';

/** Settings of `chooseModel`. */
export interface ChooseModelOptions {
  /** Default: `RECOMMENDED_MODELS`. */
  readonly offers?: readonly ModelOffer[];
  /** Ids of offers that are on this device already: they go first, since they cost no download. */
  readonly onDevice?: readonly string[];
  /** Id of the offer that is taken whatever the device is; the reason says what speaks against it. */
  readonly override?: string;
  /** Most memory, in megabytes. Default: half of what the browser says the device has, else 2,000. */
  readonly maxMemoryMb?: number;
}

/** The choice, and why. */
export interface ModelChoice {
  /** Absent where the device can run none. */
  readonly offer?: ModelOffer;
  /** A sentence for a person. */
  readonly reason: string;
  /** The others, each with a sentence that says why not. */
  readonly passedOver: readonly PassedOverOffer[];
}

/** A model that was not chosen. */
export interface PassedOverOffer {
  readonly offer: ModelOffer;
  /** Whether the device can run it all the same. */
  readonly fits: boolean;
  /** A sentence for a person. */
  readonly reason: string;
}

const OPTIONS = {
  offers: true,
  onDevice: true,
  override: true,
  maxMemoryMb: true,
} as const satisfies KnownNames<ChooseModelOptions>;

/** Megabytes that a tab can count on where the browser does not tell the device's memory. */
const UNKNOWN_MEMORY_MB = 2_000;
/** A processor alone reads a prompt at some tokens a second; larger models are no company. */
const PROCESSOR_MB = 1_000;

/**
 * Chooses the model for a device [MOD-2]: the largest that runs on its graphics card and fits, else one
 * that runs on its processor; one that is on the device already goes before one that is not. Nothing is
 * downloaded by choosing.
 *
 * @example
 * const { offer, reason } = chooseModel(await probeDevice());
 * if (offer) console.log(`${offer.title}, ${offer.licence}: ${reason}`);
 *
 * @throws InvalidOptionError if the override is no offer's id, or the memory is no number above 0.
 */
export function chooseModel(device: DeviceFacts, options: ChooseModelOptions = {}): ModelChoice {
  refuseUnknown(options, OPTIONS, 'chooseModel');
  const { offers = RECOMMENDED_MODELS, onDevice = [], override } = options;
  const { maxMemoryMb = memoryOf(device) } = options;
  checkOption(
    maxMemoryMb > 0,
    'maxMemoryMb',
    `must be megabytes, more than 0; got ${maxMemoryMb}.`,
  );
  const judged = offers.map((offer) => ({ offer, against: against(offer, device, maxMemoryMb) }));
  const best = judged
    .filter((each) => each.against === undefined)
    .sort((a, b) => rank(b.offer, device, onDevice) - rank(a.offer, device, onDevice))[0];
  const taken = override === undefined ? best : judged.find(({ offer }) => offer.id === override);
  checkOption(
    override === undefined || taken !== undefined,
    'override',
    `must be the id of an offer; got "${override}".`,
  );
  const passedOver = judged
    .filter(({ offer }) => offer !== taken?.offer)
    .map((each) => ({
      offer: each.offer,
      fits: each.against === undefined,
      reason: each.against ?? 'Another one suits better.',
    }));
  if (!taken) return { reason: NONE, passedOver };
  const isAsked = override !== undefined;
  const reason = isAsked ? askedFor(taken.against) : reasonFor(taken.offer, device, onDevice);
  return { offer: taken.offer, reason, passedOver };
}

const NONE = 'No model fits this device; memory goes on without one.';

/** Why a device cannot run a model; absent where it can. */
function against(
  { engine, needsShaderF16 = false, memoryMb }: ModelOffer,
  { webgpu, freeBytes }: DeviceFacts,
  maxMemoryMb: number,
): string | undefined {
  if (engine === 'webllm' && !webgpu) return 'It needs WebGPU, which this browser does not give.';
  if (needsShaderF16 && !webgpu?.hasShaderF16) {
    return 'It needs half-precision shaders (shader-f16), which this graphics card lacks.';
  }
  if (memoryMb > maxMemoryMb)
    return `It needs ${memoryMb} MB of memory; ${Math.floor(maxMemoryMb)} MB are taken at most.`;
  if (freeBytes !== undefined && memoryMb * 1e6 > freeBytes) {
    return `The browser gives this page ${Math.floor(freeBytes / 1e6)} MB more of storage, and its files need up to ${memoryMb} MB.`;
  }
  if (engine === 'wllama' && memoryMb > PROCESSOR_MB) {
    return 'On a processor alone it would answer too slowly.';
  }
  return undefined;
}

function memoryOf({ memoryGb }: DeviceFacts): number {
  return memoryGb === undefined ? UNKNOWN_MEMORY_MB : (memoryGb * 1_000) / 2;
}

/** On the device ahead of all; a graphics card ahead of the processor; larger ahead of smaller. */
function rank(offer: ModelOffer, { webgpu }: DeviceFacts, onDevice: readonly string[]): number {
  const isHere = onDevice.includes(offer.id) ? 1e7 : 0;
  const isOnCard = offer.engine === 'webllm' && !webgpu?.isSoftware ? 1e6 : 0;
  // WebGPU that the processor computes is slower than WebAssembly, so there the smaller one is better.
  const size = isOnCard > 0 ? offer.memoryMb : -offer.memoryMb;
  // The half precision of a model is as good as the full one, and takes less.
  return isHere + isOnCard + size + (offer.needsShaderF16 ? 1_000 : 0);
}

function askedFor(problem: string | undefined): string {
  const asked = 'It was asked for.';
  return problem === undefined ? asked : `${asked} It may not run here: ${problem}`;
}

function reasonFor(
  { id, engine, memoryMb }: ModelOffer,
  { webgpu, hasThreads }: DeviceFacts,
  onDevice: readonly string[],
): string {
  const here = onDevice.includes(id) ? 'It is on this device already. ' : '';
  if (engine === 'webllm') {
    const card = webgpu?.isSoftware ? 'WebGPU, computed by the processor' : 'the graphics card';
    return `${here}It runs on ${card} and fits with ${memoryMb} MB.`;
  }
  const threads = hasThreads
    ? 'on several threads'
    : 'on one thread, since the page is not isolated';
  const why = webgpu ? '' : ' There is no WebGPU here.';
  return `${here}It runs on the processor, ${threads}.${why}`;
}
