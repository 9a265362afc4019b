import { type DeviceFacts, probeDevice } from '@agent-memory/models';
import { useEffect, useState } from 'react';

/** The facts about this device; nothing until the browser has said them. */
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
