import type { DeviceNeeds } from '../model/device-needs.ts';

/** The part of an adapter that says what it can do. */
export interface AdapterFacts {
  readonly features: Pick<ReadonlySet<string>, 'has'>;
  readonly limits: Readonly<Record<NeededLimit, number>>;
}

/** The limits that web-llm asks a device for, at their least: with less it refuses to begin. */
const LEAST = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
} as const;

type NeededLimit = keyof typeof LEAST;

/** Why the model cannot run on this adapter, as a sentence; `undefined` where it can. */
export function deviceProblem(
  { features, limits }: AdapterFacts,
  { features: needed, bufferBytes }: DeviceNeeds,
): string | undefined {
  const missing = needed.filter((feature) => !features.has(feature));
  if (missing.length > 0) {
    return `The model needs ${missing.join(', ')}, which the graphics device does not have.${otherWeights(missing)}`;
  }
  // Object.entries knows no keys but strings.
  for (const [name, least] of Object.entries(LEAST) as [NeededLimit, number][]) {
    const needs = name === 'maxStorageBufferBindingSize' ? Math.max(least, bufferBytes) : least;
    if (limits[name] < needs) {
      return `The model needs a graphics device with a ${name} of ${needs}, and this one has ${limits[name]}.`;
    }
  }
  return undefined;
}

function otherWeights(missing: readonly string[]): string {
  return missing.includes('shader-f16')
    ? ' Models with q4f32 in their name need no such feature.'
    : '';
}
