import { type KnownNames, MEMORY_OPTIONS } from '@agent-memory/core/internal';
import type { AgentMemoryDefaults } from './provider-context.ts';

/** The options of the hook, by their names; those of a provider are among them. */
export const HOOK_OPTIONS = {
  ...MEMORY_OPTIONS,
  memory: true,
  onError: true,
} as const satisfies KnownNames<AgentMemoryDefaults> & { readonly scratchpad: true };

/** Whether every option is one that there is. */
export function areKnown(options: object): boolean {
  return Object.keys(options).every((name) => Object.hasOwn(HOOK_OPTIONS, name));
}
