// @ts-check

// Ahead of the engine's own watch, so that both see every device; what follows is loaded behind it.

/** @type {GPUDevice[]} */
const devices = [];
const { requestDevice } = GPUAdapter.prototype;
GPUAdapter.prototype.requestDevice = async function (...given) {
  const device = await requestDevice.apply(this, given);
  devices.push(device);
  return device;
};

// The words by which the page breaks the engine as a machine might.
self.addEventListener('message', ({ data }) => {
  if (data === 'lose-device') for (const device of devices) device.destroy();
  if (data === 'run-out-of-memory') {
    const error = new GPUOutOfMemoryError('Out of memory.');
    for (const device of devices) {
      device.dispatchEvent(new GPUUncapturedErrorEvent('uncapturederror', { error }));
    }
  }
  if (data === 'crash') throw new Error('A fault in the midst of the work.');
});
