// Ahead of the worker's own watch, so that both see every device.

const held: GPUDevice[] = [];
let areDestroyed = false;
const { requestDevice } = GPUAdapter.prototype;
GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...given) {
  const device = await requestDevice.apply(this, given);
  held.push(device);
  if (areDestroyed) device.destroy();
  return device;
};

/** Reports memory that has run out, as a device does. */
export function runOutOfMemory(): void {
  const error = new GPUOutOfMemoryError('Out of memory.');
  const event = new GPUUncapturedErrorEvent('uncapturederror', { error });
  for (const device of held) device.dispatchEvent(event);
}

/** Takes the graphics device away from whatever runs on this thread, or will. */
export function destroyDevices(): void {
  areDestroyed = true;
  for (const device of held) device.destroy();
}
