/** Fetches the code that makes memories. */
export function fetchMemoryCode(): Promise<typeof import('./create-agent-memory.ts')> {
  return import('./create-agent-memory.ts');
}
