/**
 * A model and where its files lie, in web-llm's own words: an entry of its list, or one for a model
 * that was compiled with MLC LLM and lies elsewhere.
 */
export interface WebLlmModel {
  /** Name of the model. web-llm goes by it where tools are called, so a copy keeps the original's. */
  readonly model_id: string;
  /**
   * Address of the weights, the tokenizer and the configuration. `resolve/main/` is put behind it where
   * it names no branch, as Hugging Face has it. A relative address is below the page's own.
   */
  readonly model: string;
  /** Address of the model's library, a `.wasm` that fits this version of web-llm. */
  readonly model_lib: string;
  /** Values that replace those of `mlc-chat-config.json`. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Features that the graphics device has to have. `shader-f16` need not be named: the id tells it. */
  readonly required_features?: readonly string[];
  /** Megabytes that the model takes on the graphics device. */
  readonly vram_required_MB?: number;
  /** Whether the model runs on devices with little memory, such as phones. */
  readonly low_resource_required?: boolean;
  /** Bytes that one buffer has to hold. */
  readonly buffer_size_required_bytes?: number;
  /** 0 for a language model, 1 for an embedder, 2 for one that sees. */
  readonly model_type?: number;
  /** Checksums of the files, in the form of Subresource Integrity. */
  readonly integrity?: Readonly<Record<string, unknown>>;
  /** Address of `mlc-model-manifest.json`, relative to `model`. */
  readonly model_manifest?: string;
}

/** A record whose addresses are whole, so that a worker can read them. */
export function withWholeAddresses(record: WebLlmModel, pageUrl: string | undefined): WebLlmModel {
  return {
    ...record,
    model: new URL(record.model, pageUrl).href,
    model_lib: new URL(record.model_lib, pageUrl).href,
  };
}
