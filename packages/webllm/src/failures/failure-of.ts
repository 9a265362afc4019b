import { errorText } from '@agent-memory/core/internal';
import type { LocalFailure } from '@agent-memory/models';
import { EngineFailure } from '@agent-memory/models/device';

/** The call of web-llm that failed. */
export type FailedCall =
  | { readonly during: 'load' }
  | { readonly during: 'generate'; readonly windowTokens: number };

/** An error as far as it can be told apart: web-llm's classes have names, TVM's errors only words. */
interface ErrorWords {
  readonly name: string;
  readonly problem: string;
}

type KindOfProblem = Extract<
  LocalFailure,
  { readonly problem: string } & Partial<Record<'file' | 'windowTokens', never>>
>['kind'];

/** The first that fits decides. */
const SIGNS: readonly {
  readonly kind: KindOfProblem;
  readonly names?: readonly string[];
  readonly words?: RegExp;
}[] = [
  {
    kind: 'device-unsupported',
    names: [
      'WebGPUNotAvailableError',
      'WebGPUNotFoundError',
      'ShaderF16SupportError',
      'FeatureSupportError',
    ],
    words:
      /Unable to find a compatible GPU|Cannot initialize runtime because of requested|unsafe-eval|Content Security Policy/,
  },
  { kind: 'storage-full', names: ['QuotaExceededError'] },
  {
    kind: 'out-of-memory',
    names: ['GPUOutOfMemoryError'],
    words: /out of memory|allocation failed|could not allocate|bad_alloc|too large.*buffer/i,
  },
  // The next call after a device went away; web-llm gives no event of it.
  {
    kind: 'device-lost',
    names: ['DeviceLostError', 'ModelNotLoadedError', 'SpecifiedModelNotFoundError'],
    words: /already been disposed|device (?:is|was) lost|device is destroyed|destroyed device/i,
  },
];

/** The failure behind an error of web-llm. */
export function failureOf(error: unknown, call: FailedCall): LocalFailure {
  if (error instanceof EngineFailure) return error.failure;
  const name = error instanceof Error ? error.name : '';
  const problem = errorText(error);
  if (name === 'ContextWindowSizeExceededError' && call.during === 'generate') {
    return { kind: 'window-exceeded', windowTokens: call.windowTokens, problem };
  }
  const kind = SIGNS.find((sign) => fits(sign, { name, problem }))?.kind;
  if (kind !== undefined) return { kind, problem };
  if (call.during === 'generate') return { kind: 'run-failed', problem };
  // The files were all there when web-llm began, so it had nothing to fetch; a library that is asked for
  // at localhost is the exception.
  if (/failed to fetch|networkerror|load failed/i.test(problem)) {
    return { kind: 'download-failed', file: '', problem };
  }
  return { kind: 'files-unreadable', problem: inFull({ name, problem }) };
}

function fits(
  { names = [], words }: (typeof SIGNS)[number],
  { name, problem }: ErrorWords,
): boolean {
  return names.includes(name) || (words?.test(problem) ?? false);
}

/** Errors of TVM are pages of a stack; the first line says it. */
function inFull({ name, problem }: ErrorWords): string {
  const line = problem.split('\n').find((text) => text.trim() !== '') ?? '';
  return name === '' || name === 'Error' ? line : `${name}: ${line}`;
}
