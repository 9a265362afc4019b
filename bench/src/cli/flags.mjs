// @ts-check
import path from 'node:path';
import { parseArgs } from 'node:util';
import { HelpRequest } from './help-request.mjs';
import { UsageError } from './usage-error.mjs';

/**
 * Reads `--flag VALUE` pairs. A flag that is not listed, a value that is missing and a stray argument
 * are refused; `--help` is thrown as the request that it is.
 *
 * @template {string} Name
 * @param {readonly string[]} args
 * @param {readonly Name[]} names the flags this benchmark knows, without dashes
 * @returns {Partial<Record<Name, string>>}
 */
export function readFlags(args, names) {
  /** @type {Record<string, { type: 'string' }>} */
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  if (args.some(asksForHelp)) throw new HelpRequest(names);
  try {
    const { values } = parseArgs({ args: tieNegativeNumbers(args), options, strict: true });
    return /** @type {Partial<Record<Name, string>>} */ (values);
  } catch (error) {
    const known = names.length === 0 ? 'none' : names.map((name) => `--${name}`).join(', ');
    throw new UsageError(`${problemOf(error)}; the flags of this benchmark are: ${known}.`, {
      cause: error,
    });
  }
}

/**
 * @param {string | undefined} value
 * @param {string} flag name without dashes
 * @param {string} meaning what belongs there, as it would stand in a usage line
 * @returns {string}
 */
export function required(value, flag, meaning) {
  if (value === undefined || value === '') {
    throw new UsageError(`The flag --${flag} ${meaning} is missing.`);
  }
  return value;
}

/**
 * Reads a list of sizes such as `4000,8000`.
 *
 * @param {string} text
 * @param {string} flag name without dashes
 * @returns {number[]} whole numbers above zero, in the order given, repeats dropped
 */
export function readSizes(text, flag) {
  const sizes = text.split(',').map((part) => Number(part.trim() || Number.NaN));
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new UsageError(
      `--${flag} takes whole numbers above zero, separated by commas, and got "${text}".`,
    );
  }
  return [...new Set(sizes)];
}

/**
 * Reads a list of shares such as `0.3,0.5`.
 *
 * @param {string} text
 * @param {string} flag name without dashes
 * @returns {number[]} above 0 and below 1
 */
export function readShares(text, flag) {
  const shares = text.split(',').map((part) => Number(part.trim() || Number.NaN));
  if (shares.every((share) => share > 0 && share < 1)) return shares;
  throw new UsageError(
    `--${flag} takes shares above 0 and below 1, separated by commas, and got "${text}".`,
  );
}

/**
 * Reads one size.
 *
 * @param {string} text
 * @param {string} flag name without dashes
 */
export function readSize(text, flag) {
  const [size, ...more] = readSizes(text, flag);
  if (size !== undefined && more.length === 0) return size;
  throw new UsageError(`--${flag} takes one whole number above zero, and got "${text}".`);
}

/**
 * Makes a typed path absolute from where the person stands: npm moves to the project's root before it
 * runs a script, and leaves the original folder in INIT_CWD.
 *
 * @param {string} typed
 * @param {Readonly<Record<string, string | undefined>>} [environment]
 * @returns {string}
 */
export function pathFromCaller(typed, environment = process.env) {
  const startedByNpm = environment.npm_lifecycle_event === 'bench';
  const folder = (startedByNpm ? environment.INIT_CWD : undefined) ?? process.cwd();
  return path.resolve(folder, typed);
}

/**
 * @param {string} arg
 * @returns {boolean}
 */
export function asksForHelp(arg) {
  return arg === '--help' || arg === '-h';
}

/**
 * Ties a number below zero to the flag ahead of it, so that it is refused as the value that it is meant
 * to be. By itself it would be taken for a flag.
 *
 * @param {readonly string[]} args
 */
function tieNegativeNumbers(args) {
  /** @type {string[]} */
  const tied = [];
  for (const arg of args) {
    const flag = tied.at(-1);
    if (/^-[\d.]/.test(arg) && flag !== undefined && /^--[^=]+$/.test(flag)) {
      tied[tied.length - 1] = `${flag}=${arg}`;
    } else {
      tied.push(arg);
    }
  }
  return tied;
}

/**
 * The first sentence of what Node says; behind it stands advice for programmers.
 *
 * @param {unknown} error
 */
function problemOf(error) {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    return `The flag ${/--[\w-]+/.exec(error.message)?.[0]} has no value`;
  }
  return error.message.split(/\.(?:\s|$)/)[0] ?? error.message;
}
