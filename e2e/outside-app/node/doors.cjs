// Opens every door of every package of ours by `require` and by `import`: both give the same module.
const { readdirSync } = require('node:fs');
const path = require('node:path');

const scope = path.resolve('node_modules', '@agent-memory');

/** Doors for the inside of a worker, and those that need a package which this app does not use. */
const CLOSED_HERE = [
  '@agent-memory/core/testing',
  '@agent-memory/embed/worker',
  '@agent-memory/langchain/middleware',
  '@agent-memory/long-term/retrieval-worker',
  '@agent-memory/webllm/worker',
];

async function openDoors() {
  const doors = readdirSync(scope)
    .flatMap((name) => {
      const { exports } = require(path.join(scope, name, 'package.json'));
      return Object.keys(exports).map((door) => `@agent-memory/${name}${door.slice(1)}`);
    })
    .filter((door) => !door.endsWith('.json') && !CLOSED_HERE.includes(door));
  for (const door of doors) {
    const required = require(door);
    if (Object.keys(required).length === 0) throw new Error(`${door} is empty.`);
    if (required !== (await import(door))) throw new Error(`${door} is there twice.`);
  }
  console.log(`${doors.length} doors open`);
}

void openDoors();
