import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { LocalModelOptions } from '@agent-memory/models';
import { LOCAL_MODEL_OPTIONS } from '@agent-memory/models/device';
import { type WebLlmModel, withWholeAddresses } from './model/model-record.ts';
import type { ModelSettings } from './worker/web-llm-calls.ts';

/** Settings of `webLlm`. */
export interface WebLlmOptions extends LocalModelOptions {
  /** Id of a model in web-llm's list, `Llama-3.2-1B-Instruct-q4f16_1-MLC` for one, or a record of your own. */
  readonly model: string | WebLlmModel;
  /**
   * Tokens of a request and its answer together; memory for them is taken when the model is loaded.
   * Default: the model's own, 4,096 for most of the list.
   */
  readonly contextWindow?: number;
  /** Makes the worker, for an app that places it by itself. Default: the one of this package. */
  readonly worker?: () => Worker;
}

const OPTIONS = {
  ...LOCAL_MODEL_OPTIONS,
  model: true,
  contextWindow: true,
  worker: true,
} as const satisfies KnownNames<WebLlmOptions>;

/** The options, told apart by whom they are for. */
export interface ReadOptions {
  readonly settings: ModelSettings;
  readonly worker: (() => Worker) | undefined;
  readonly shared: LocalModelOptions;
}

/** @throws InvalidOptionError naming the option */
export function readOptions(options: WebLlmOptions): ReadOptions {
  refuseUnknown(options, OPTIONS, 'webLlm');
  const { model, contextWindow, worker, ...shared } = options;
  const isCount = contextWindow === undefined || Number.isSafeInteger(contextWindow);
  check(isCount && (contextWindow ?? 1) > 0, 'contextWindow', 'must be a whole number above 0.');
  check(worker === undefined || typeof worker === 'function', 'worker', 'must be a function.');
  const settings = {
    model: readModel(model),
    ...(contextWindow !== undefined && { contextWindow }),
  };
  return { settings, worker, shared };
}

function readModel(model: WebLlmOptions['model']): ModelSettings['model'] {
  if (typeof model === 'string') {
    check(model !== '', 'model', 'must be the id of a model, and is empty.');
    return model;
  }
  for (const field of ['model', 'model_id', 'model_lib'] as const) {
    const isFilled = typeof model?.[field] === 'string' && model[field] !== '';
    check(isFilled, 'model', `must be an id, or a record with “${field}”.`);
  }
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  for (const field of ['model', 'model_lib'] as const) {
    const isAddress = URL.canParse(model[field], location?.href);
    check(isAddress, 'model', `has no address in “${field}”: “${model[field]}”.`);
  }
  return withWholeAddresses(model, location?.href);
}

function check(holds: boolean, option: string, problem: string): asserts holds {
  if (!holds) throw new InvalidOptionError(option, problem);
}
