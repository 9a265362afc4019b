/** A model that can be run on a device, as a picker shows it. */
export interface ModelOffer {
  /** Unique among the offers of an app. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly engine: 'webllm' | 'wllama';
  /** Name or address of the model, as the engine takes it. */
  readonly model: string;
  /** Memory that it needs while it runs, in megabytes; the weights are most of it. */
  readonly memoryMb: number;
  /** Tokens of one request and its answer together. */
  readonly contextWindow: number;
  /** SPDX identifier, or the name of the licence. */
  readonly licence: string;
  /** SHA-256 of a GGUF in hexadecimal, where it is known; wllama then refuses another file. */
  readonly sha256?: string;
  /** Needs half-precision numbers in shaders. Default: false. */
  readonly needsShaderF16?: boolean;
}

/**
 * Models that are small enough for a tab and follow instructions, smallest first. Memory and windows of
 * `webllm` are those of web-llm's own list (0.2.86); a GGUF needs its file's size and about a fifth more.
 * The list is a start: an app gives its own offers, with addresses of its own, as well.
 *
 * @example
 * const small = RECOMMENDED_MODELS.filter(({ memoryMb }) => memoryMb < 1_000);
 */
export const RECOMMENDED_MODELS: readonly ModelOffer[] = [
  ...onWebGpu('SmolLM2-360M-Instruct', 'SmolLM2 360M', [376, 580], 'Apache-2.0'),
  ...onWebGpu('Qwen2.5-0.5B-Instruct', 'Qwen2.5 0.5B', [945, 1_060], 'Apache-2.0'),
  ...onWebGpu('Llama-3.2-1B-Instruct', 'Llama 3.2 1B', [879, 1_129], 'Llama 3.2 Community'),
  ...onWebGpu('Qwen2.5-1.5B-Instruct', 'Qwen2.5 1.5B', [1_630, 1_889], 'Apache-2.0'),
  ...onWebGpu('Qwen3-1.7B', 'Qwen3 1.7B', [2_037, 2_635], 'Apache-2.0'),
  ...onWebGpu('Qwen3-4B', 'Qwen3 4B', [3_432, 4_328], 'Apache-2.0'),
  onProcessor(
    'smollm2-360m-q8',
    'SmolLM2 360M',
    'HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf',
    460,
  ),
  onProcessor(
    'qwen2.5-0.5b-q4',
    'Qwen2.5 0.5B',
    'Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q4_k_m.gguf',
    590,
  ),
  onProcessor(
    'qwen2.5-1.5b-q4',
    'Qwen2.5 1.5B',
    'Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf',
    1_350,
  ),
];

/** A model of web-llm's list in both precisions: the half one needs half the room in shaders. */
function onWebGpu(
  name: string,
  title: string,
  [halfMb, fullMb]: readonly [number, number],
  licence: string,
): readonly ModelOffer[] {
  const common = { title, engine: 'webllm', contextWindow: 4_096, licence } as const;
  const [half, full] = [`${name}-q4f16_1-MLC`, `${name}-q4f32_1-MLC`];
  return [
    { ...common, id: half, model: half, memoryMb: halfMb, needsShaderF16: true },
    { ...common, id: full, model: full, memoryMb: fullMb },
  ];
}

function onProcessor(id: string, title: string, path: string, memoryMb: number): ModelOffer {
  const model = `https://huggingface.co/${path}`;
  const common = { engine: 'wllama', contextWindow: 4_096, licence: 'Apache-2.0' } as const;
  return { ...common, id, title, model, memoryMb };
}
