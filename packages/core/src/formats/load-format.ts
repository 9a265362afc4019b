import { InvalidOptionError } from '../errors/errors.ts';
import { FormatUnavailableError } from '../errors/format-unavailable-error.ts';
import type { MessageFormat } from './message-format.ts';
import type { FormatChoice, FormatName } from './named-formats.ts';

/** A format, whichever it is. */
export type AnyFormat = MessageFormat<unknown, object>;

/** How each format of the library is fetched. */
type FormatLoaders = Readonly<Record<FormatName, () => Promise<AnyFormat>>>;

let loaded: typeof import('./every-format.ts') | undefined;

/** One chunk for all: each is small, and they share much. Bundlers make each `import()` cost something. */
async function everyFormat() {
  loaded ??= await import('./every-format.ts');
  return loaded;
}

const LOADERS: FormatLoaders = {
  openai: async () => (await everyFormat()).openAiFormat,
  'openai-responses': async () => (await everyFormat()).openAiResponsesFormat,
  anthropic: async () => (await everyFormat()).anthropicFormat,
  google: async () => (await everyFormat()).googleFormat,
  'ai-sdk': async () => (await everyFormat()).aiSdkFormat,
  'ai-sdk-ui': async () => (await everyFormat()).aiSdkUiFormat,
  'chat-template': async () => (await everyFormat()).chatTemplateFormat,
};

/**
 * The format that was asked for, fetched where it is one of the library's. A memory fetches by itself
 * what its calls name; this is for looking at a plan in a format, without compacting or sending.
 *
 * @param loaders how each is fetched; not to be given but in tests.
 * @example
 * const format = await loadFormat('anthropic');
 * const request = format.render(memory.plan());
 *
 * @throws InvalidOptionError if the name is none; FormatUnavailableError if it cannot be fetched.
 */
export async function loadFormat(
  choice: FormatChoice,
  loaders: FormatLoaders = LOADERS,
): Promise<AnyFormat> {
  if (typeof choice !== 'string') return checkedFormat(choice);
  if (Object.hasOwn(loaders, choice)) {
    return loaders[choice]().catch((cause: unknown) => {
      throw new FormatUnavailableError(choice, { cause });
    });
  }
  const names = Object.keys(loaders).join(', ');
  throw new InvalidOptionError('format', `must be one of ${names}; got ${JSON.stringify(choice)}.`);
}

function checkedFormat(format: AnyFormat): AnyFormat {
  const functions = [format?.read, format?.write, format?.render];
  if (functions.every((part) => typeof part === 'function')) return format;
  throw new InvalidOptionError('format', 'must have functions `read`, `write` and `render`.');
}
