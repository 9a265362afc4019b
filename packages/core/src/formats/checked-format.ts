import { InvalidOptionError } from '../ground/errors/errors.ts';
import type { AnyFormat } from './message-format.ts';

/** @throws InvalidOptionError if the value is not a format. */
export function checkedFormat(format: AnyFormat): AnyFormat {
  const functions = [format?.read, format?.write, format?.render];
  if (functions.every((part) => typeof part === 'function')) return format;
  const given = typeof format === 'string' ? `; got ${JSON.stringify(format)}` : '';
  throw new InvalidOptionError(
    'format',
    `must be 'openai' or a format with functions \`read\`, \`write\` and \`render\`, such as those of \`@agent-memory/formats\`${given}.`,
  );
}
