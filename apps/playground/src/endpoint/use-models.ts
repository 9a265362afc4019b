import { listModels, ModelError } from '@agent-memory/models';
import { useEffect, useRef, useState } from 'react';
import { endpointOptionsOf, keptKey, keyFor } from './endpoint-settings.ts';

/** The models of a server, as far as it names them. */
export type Models =
  | { readonly kind: 'list'; readonly names: readonly string[] }
  /** It answers, and has no list: a name must be typed. */
  | { readonly kind: 'no-list' }
  | { readonly kind: 'failed'; readonly error: ModelError };

/** The models of the server that was asked last; a later request ends an earlier one. */
export function useModels() {
  const [models, setModels] = useState<Models>();
  const [isAsking, setIsAsking] = useState(false);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const ask = (address: string): void => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setIsAsking(true);
    void modelsAt(address, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setModels(answer);
      setIsAsking(false);
    });
  };
  const forget = (): void => {
    request.current?.abort();
    setModels(undefined);
    setIsAsking(false);
  };
  return { models, isAsking, ask, forget };
}

/** `undefined` when the wait was ended from outside. */
async function modelsAt(address: string, signal: AbortSignal): Promise<Models | undefined> {
  const key = keyFor(keptKey.get(), address);
  try {
    const names = await listModels(endpointOptionsOf({ address, key }), { signal });
    return names ? { kind: 'list', names } : { kind: 'no-list' };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (ModelError.isInstance(error)) return { kind: 'failed', error };
    throw error;
  }
}
