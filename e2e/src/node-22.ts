import { runCommand } from '../../scripts/command.mjs';

/** The program of a Node 22: the one that `NODE_22_PATH` names, else the one that runs the tests. */
export async function findNode22(): Promise<string | undefined> {
  for (const program of [process.env.NODE_22_PATH, process.execPath]) {
    if (program === undefined) continue;
    const { output } = await runCommand(program, ['--version'], { output: 'hidden' });
    if (output.startsWith('v22.')) return program;
  }
  return undefined;
}
