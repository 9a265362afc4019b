// @ts-check
import { dispatch } from './src/cli/dispatch.mjs';

process.exitCode = await dispatch(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
