export {
  type MemoryConnection,
  memoryConnection,
} from './memory-connection.ts';
export { tanStackFormat } from './tanstack-format.ts';
