import type { LocalFailure } from '@agent-memory/models';

/**
 * Tells when a graphics device of this thread goes away or runs out of memory. web-llm gives no event
 * of either, so devices are held where they are handed out.
 */
export function watchDevices(onFailure: (failure: LocalFailure) => void): void {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...given) {
    const device = await requestDevice.apply(this, given);
    device.addEventListener('uncapturederror', ({ error }) => {
      if (error instanceof GPUOutOfMemoryError) {
        onFailure({ kind: 'out-of-memory', problem: error.message });
      }
    });
    void device.lost.then(({ message }) => onFailure({ kind: 'device-lost', problem: message }));
    return device;
  };
}
