import { useSyncExternalStore } from 'react';

/** A model whose status can be followed: a `LocalModel` of `@agent-memory/models`. */
export interface ObservableModel<Status> {
  readonly status: Status;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * The status of a model on this device, as it changes: how far its load is, what it runs on, its last
 * failure.
 *
 * @example
 * ```tsx
 * function ModelStatus({ model }: { readonly model: ObservableModel<{ readonly phase: string }> }) {
 *   return <p>{useModelStatus(model).phase}</p>;
 * }
 * ```
 */
export function useModelStatus<Status>(model: ObservableModel<Status>): Status;
/** `undefined` without a model. */
export function useModelStatus<Status>(
  model: ObservableModel<Status> | undefined,
): Status | undefined;
export function useModelStatus<Status>(
  model: ObservableModel<Status> | undefined,
): Status | undefined {
  const status = (): Status | undefined => model?.status;
  return useSyncExternalStore(model?.subscribe ?? toNothing, status, status);
}

function toNothing(): () => void {
  return () => undefined;
}
