export { printContext } from './print-context.ts';
