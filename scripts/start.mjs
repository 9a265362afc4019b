import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { parsePort, serveOnFirstFree } from './ports.mjs';
import { inRepository } from './repository.mjs';
import { Refusal, say } from './say.mjs';

const defaultPort = '4173';

const whyNot = {
  taken: (/** @type {number} */ port) => `Port ${port} is taken`,
  denied: (/** @type {number} */ port) => `There is no right to listen on port ${port}`,
};

/**
 * `npm start`: installs, builds the playground, serves it and prints its address, until Ctrl-C.
 *
 * @param {string[]} commandArguments `--port N`; `--out-dir FOLDER` builds somewhere else than usual
 */
export async function start(commandArguments) {
  const { wantedPort, outDir } = readOptions(commandArguments);
  await install('playground');
  // Imports vite, which is only there after the install.
  const playground = await import('../apps/playground/serve.mjs');
  say('Building the playground …');
  await playground.buildPage({ outDir });
  const server = await serveOnFirstFree(
    wantedPort,
    (port) => playground.servePage({ outDir, port }),
    { onNotFree: (port, state) => say(`${whyNot[state](port)}; trying the next one.`) },
  );
  console.log(`\nThe playground is at ${server.url}\nStop it with Ctrl-C.`);
  await interrupted();
  await server.close();
  return 0;
}

/** @param {string[]} commandArguments */
function readOptions(commandArguments) {
  try {
    const { values } = parseArgs({
      args: commandArguments,
      options: { port: { type: 'string' }, 'out-dir': { type: 'string' } },
    });
    return {
      wantedPort: parsePort(values.port ?? process.env.PORT ?? defaultPort),
      outDir: inRepository(values['out-dir'] ?? 'apps/playground/dist'),
    };
  } catch (error) {
    if (error instanceof TypeError) {
      throw new Refusal(`${error.message.split('. ')[0]}. It is used as: npm start -- --port 4173`);
    }
    throw error;
  }
}

/** @returns {Promise<void>} when the person or the system asks the process to stop */
function interrupted() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
}
