import { type DeviceFacts, probeDevice } from '@agent-memory/models';
import { useEffect, useState } from 'react';

/** What this device can do; nothing until the browser has said it. */
export function useDeviceFacts(): DeviceFacts | undefined {
  const [facts, setFacts] = useState<DeviceFacts>();
  useEffect(() => {
    let isGone = false;
    void probeDevice().then((probed) => {
      if (!isGone) setFacts(probed);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return facts;
}
