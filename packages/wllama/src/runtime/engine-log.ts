import { errorText } from '@agent-memory/core/internal';
import type { LocalFailure } from '@agent-memory/models';
import type { LlamaLogger } from './llama.ts';
import { isOutOfMemory, WORKER_FORBIDDEN } from './words-to-failure.ts';

/** Lines that are kept, and characters of each: enough to say what went wrong. */
const MOST_LINES = 8;
const MOST_CHARACTERS = 300;

/**
 * Reads what llama.cpp prints. wllama tells by no other way where a model runs, why it was refused, and
 * that the worker came to its end.
 */
export class EngineLog implements LlamaLogger {
  readonly #onLost: (failure: LocalFailure) => void;
  /** Resolves with the worker's first word. Ahead of it wllama has no worker that it could end. */
  readonly begun: Promise<void>;
  #begin: () => void = () => undefined;
  #hasBegun = false;
  #problems: string[] = [];
  #isOnGpu = false;

  constructor(onLost: (failure: LocalFailure) => void) {
    this.#onLost = onLost;
    this.begun = new Promise((resolve) => {
      this.#begin = () => {
        this.#hasBegun = true;
        resolve();
      };
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether weights of the model lie in the memory of the graphics card. */
  get isOnGpu(): boolean {
    return this.#isOnGpu;
  }

  /** Errors that were printed since the last `forget`. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  forget(): void {
    this.#problems = [];
  }

  readonly debug = (...words: unknown[]): void => {
    this.#begin();
    // Printed once the weights are placed: "load_tensors:  WebGPU model buffer size = 92.10 MiB".
    if (/^load_tensors:\s+WebGPU\S* model buffer size/.test(lineOf(words))) this.#isOnGpu = true;
  };

  readonly log = (...words: unknown[]): void => {
    const line = lineOf(words);
    // Printed by Emscripten with its last breath.
    if (line.startsWith('Aborted(')) this.#lose(line);
  };

  readonly warn = (...words: unknown[]): void => {
    this.#lookForLostDevice(lineOf(words));
  };

  readonly error = (...words: unknown[]): void => {
    const [first] = words;
    if (typeof Event !== 'undefined' && first instanceof Event) {
      // An error in the worker's script has words; that it may not be started has none.
      const said = 'message' in first && typeof first.message === 'string' ? first.message : '';
      if (said) this.#lose(said);
      else this.#onLost({ kind: 'device-unsupported', problem: WORKER_FORBIDDEN });
      return;
    }
    const line = lineOf(words);
    this.#lookForLostDevice(line);
    if (!line.startsWith('Stack trace'))
      this.#problems = [...this.#problems, line].slice(-MOST_LINES);
  };

  #lookForLostDevice(line: string): void {
    if (!line.startsWith('ggml_webgpu: Device lost')) return;
    this.#onLost({ kind: 'device-lost', problem: line });
  }

  #lose(problem: string): void {
    const words = [problem, ...this.#problems];
    this.#onLost({ kind: words.some(isOutOfMemory) ? 'out-of-memory' : 'engine-lost', problem });
  }
}

function lineOf(words: readonly unknown[]): string {
  const texts = words.filter((word) => typeof word === 'string' || word instanceof Error);
  return texts.map(errorText).join(' ').trim().slice(0, MOST_CHARACTERS);
}
