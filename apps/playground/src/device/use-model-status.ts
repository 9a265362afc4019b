import type { LocalModel, LocalModelStatus } from '@agent-memory/models';
import { useCallback, useSyncExternalStore } from 'react';

/** The status of a model, followed; nothing where there is no model. */
export function useModelStatus(model: LocalModel | undefined): LocalModelStatus | undefined {
  const subscribe = useCallback(
    (listener: () => void) => model?.subscribe(listener) ?? (() => undefined),
    [model],
  );
  return useSyncExternalStore(subscribe, () => model?.status);
}
