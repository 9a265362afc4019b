// Every `npm run` script calls this file: `node scripts/run.mjs COMMAND …arguments`.
// It uses nothing that an old Node would stumble over, so that it can say which Node is needed.
import { readFileSync } from 'node:fs';
import { describeRange, isSupportedNode } from './node-version.mjs';
import { Refusal, say } from './say.mjs';

const commands = new Map([
  ['start', () => import('./start.mjs').then((module) => module.start)],
  ['test', () => import('./test.mjs').then((module) => module.test)],
  ['test:long', () => import('./test.mjs').then((module) => module.testLong)],
  ['test:full', () => import('./test.mjs').then((module) => module.testFull)],
  ['check', () => import('./check.mjs').then((module) => module.check)],
  ['bench', () => import('./bench.mjs').then((module) => module.bench)],
  ['build', () => import('./build.mjs').then((module) => module.build)],
  ['pack', () => import('./pack.mjs').then((module) => module.pack)],
  ['docs', () => import('./docs.mjs').then((module) => module.docs)],
  ['size', () => import('./size.mjs').then((module) => module.size)],
  ['ci', () => import('./ci.mjs').then((module) => module.ci)],
]);

/**
 * @param {readonly string[]} commandLine
 * @returns {Promise<number>} the exit code
 */
async function main([name = '', ...commandArguments]) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isSupportedNode(process.versions.node, engines.node)) {
    throw new Refusal(
      `agent-memory needs Node ${describeRange(engines.node)}, and this is Node ${process.versions.node}: switch to a supported Node and run the command again.`,
    );
  }
  const load = commands.get(name);
  if (!load) {
    throw new Refusal(
      `There is no command "${name}"; there are ${[...commands.keys()].join(', ')}.`,
    );
  }
  const command = await load();
  return command(commandArguments);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
