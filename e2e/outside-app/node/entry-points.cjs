// Opens every entry point of our packages by `require` and by `import`: both return the same module.
const { readdirSync } = require('node:fs');
const path = require('node:path');

const scope = path.resolve('node_modules', '@agent-memory');

/** Entry points for the inside of a worker, and those that need a package that this app does not use. */
const CLOSED_HERE = [
  '@agent-memory/core/testing',
  '@agent-memory/documents/pdf-worker',
  '@agent-memory/embed/worker',
  '@agent-memory/langchain/middleware',
  '@agent-memory/long-term/retrieval-worker',
  '@agent-memory/webllm/worker',
];

async function openEntryPoints() {
  const entryPoints = readdirSync(scope)
    .flatMap((name) => {
      const { exports } = require(path.join(scope, name, 'package.json'));
      return Object.keys(exports).map(
        (entryPoint) => `@agent-memory/${name}${entryPoint.slice(1)}`,
      );
    })
    .filter((entryPoint) => !entryPoint.endsWith('.json') && !CLOSED_HERE.includes(entryPoint));
  for (const entryPoint of entryPoints) {
    const required = require(entryPoint);
    if (Object.keys(required).length === 0) throw new Error(`${entryPoint} is empty.`);
    if (required !== (await import(entryPoint))) throw new Error(`${entryPoint} is loaded twice.`);
  }
  console.log(`${entryPoints.length} entry points open`);
}

void openEntryPoints();
