// @ts-check
import { BENCHMARKS } from '../benchmarks.mjs';
import { asksForHelp } from './flags.mjs';
import { HelpRequest } from './help-request.mjs';
import { UsageError } from './usage-error.mjs';

/** Exit codes: all went well; the benchmark itself broke; the caller has to change what was typed. */
const EXIT = { done: 0, broken: 1, usage: 2 };

/**
 * Runs the benchmark that the first argument names, with the arguments behind it.
 *
 * @param {readonly string[]} argv arguments as typed, without the program's own name
 * @param {import('../benchmarks.mjs').Terminal} terminal
 * @param {typeof BENCHMARKS} [benchmarks]
 * @returns {Promise<number>} the exit code for the process
 */
export async function dispatch(argv, terminal, benchmarks = BENCHMARKS) {
  const [name, ...args] = argv;
  if (name !== undefined && asksForHelp(name)) {
    terminal.print(usage([...benchmarks.keys()]));
    return EXIT.done;
  }
  try {
    const load = name === undefined ? undefined : benchmarks.get(name);
    if (load === undefined) throw unknownBenchmark(name, [...benchmarks.keys()]);
    const { run } = await load();
    await run(args, terminal);
    return EXIT.done;
  } catch (error) {
    if (error instanceof HelpRequest) {
      terminal.print(usageOfBenchmark(name, error.flags));
      return EXIT.done;
    }
    if (error instanceof UsageError) {
      terminal.complain(error.message);
      return EXIT.usage;
    }
    terminal.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT.broken;
  }
}

/** @param {readonly string[]} known */
function usage(known) {
  return `Usage: npm run bench -- NAME [--FLAG VALUE …]

Benchmarks: ${known.join(', ')}.
"npm run bench -- NAME --help" lists the flags of one; bench/README.md says what each one measures.`;
}

/**
 * @param {string | undefined} name
 * @param {readonly string[]} flags
 */
function usageOfBenchmark(name, flags) {
  const typed = flags.map((flag) => ` --${flag} VALUE`).join('');
  return `Usage: npm run bench -- ${name}${typed}

bench/README.md says what belongs behind each flag and which can be left out.`;
}

/**
 * @param {string | undefined} name
 * @param {readonly string[]} known
 */
function unknownBenchmark(name, known) {
  const problem = name === undefined ? 'No benchmark was named' : `There is no benchmark "${name}"`;
  return new UsageError(`${problem}; choose one of: ${known.join(', ')}.`);
}
