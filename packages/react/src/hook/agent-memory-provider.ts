import { createElement, type ReactElement, type ReactNode, useContext, useState } from 'react';
import { type AgentMemoryDefaults, ProviderContext } from './provider-context.ts';

/** Defaults for every `useAgentMemory` and `useSessions` under the provider. */
export interface AgentMemoryProviderProps extends AgentMemoryDefaults {
  readonly children?: ReactNode;
}

/**
 * Sets defaults for the components under it, and does nothing else: the hooks work without one.
 *
 * - Options of a hook override those of the provider; an inner provider overrides an outer one.
 * - With `memory`, a hook that names no `id` shows that memory; you dispose of it yourself.
 *
 * @example
 * ```tsx
 * const store = indexedDbStore();
 *
 * <AgentMemoryProvider store={store} contextWindow={128_000} onError={report}>
 *   <App />
 * </AgentMemoryProvider>
 * ```
 */
export function AgentMemoryProvider({
  children,
  ...given
}: AgentMemoryProviderProps): ReactElement {
  const outer = useContext(ProviderContext);
  const defaults = useSameWhileEqual(joined(outer, given));
  return createElement(ProviderContext.Provider, { value: defaults }, children);
}

function joined(outer: AgentMemoryDefaults, inner: AgentMemoryDefaults): AgentMemoryDefaults {
  const { memory, ...options } = outer;
  // An inner id asks for that session, also under a provider with a memory.
  const isOuterMemory = memory && inner.id === undefined;
  return { ...options, ...(isOuterMemory && { memory }), ...inner };
}

/**
 * The first of values that are equal field by field: a provider that renders again with the same props
 * does not make its hooks render. With a function or an object written inline it does.
 */
function useSameWhileEqual<Value extends object>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (isEqualByField(kept, value)) return kept;
  keep(value);
  return value;
}

function isEqualByField(left: object, right: object): boolean {
  const fields = Object.entries(left);
  return (
    fields.length === Object.keys(right).length &&
    fields.every(([name, value]) => Object.is(value, right[name as keyof typeof right]))
  );
}
