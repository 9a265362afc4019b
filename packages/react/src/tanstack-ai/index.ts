export {
  type MemoryConnection,
  type MemoryConnectionOptions,
  memoryConnection,
} from './memory-connection.ts';
export { tanStackFormat } from './tanstack-format.ts';
