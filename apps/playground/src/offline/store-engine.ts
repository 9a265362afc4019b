/** The engines whose files are stored with their first use. */
type EngineName = 'webllm' | 'wllama';

/**
 * Has the service worker store the files of an engine, which are too large for everybody's first visit;
 * tells whether they are stored. Never resolves where a browser has a service worker and lets none run.
 */
export async function storeEngine(engine: EngineName): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      resolve(data === true);
      port1.close();
    };
  });
  active.postMessage({ storeEngine: engine }, [port2]);
  return answered;
}
