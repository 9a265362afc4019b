import { useEffect, useRef, useState } from 'react';
import type { Connection } from './connection.ts';
import { keptKey, keyFor } from './endpoint-settings.ts';
import { listModels, type Models } from './list-models.ts';

/** What the server that was asked last says of its models; a later request ends an earlier one. */
export function useModels(connection: Connection) {
  const [models, setModels] = useState<Models>();
  const [isAsking, setIsAsking] = useState(false);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const ask = (address: string): void => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setIsAsking(true);
    const key = keyFor(keptKey.get(), address);
    void listModels({ address, key }, connection, controller.signal).then((answer) => {
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
