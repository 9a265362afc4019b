import type { LocalFailure } from '@agent-memory/models';

/**
 * Watches the graphics devices of this thread. web-llm gives no event when one goes away or runs out
 * of memory, so they are held where they are handed out.
 */
export class DeviceWatch {
  readonly #devices: GPUDevice[] = [];
  /** Resolves with the first loss. */
  readonly lost: Promise<LocalFailure>;
  #tellLoss: (failure: LocalFailure) => void = () => undefined;
  #loss: LocalFailure | undefined;

  /** Begins at once; a thread without WebGPU has nothing to watch. */
  constructor() {
    this.lost = new Promise((resolve) => {
      this.#tellLoss = resolve;
    });
    if (typeof GPUAdapter === 'undefined') return;
    const { requestDevice } = GPUAdapter.prototype;
    const hold = (device: GPUDevice): void => this.#hold(device);
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...given) {
      const device = await requestDevice.apply(this, given);
      hold(device);
      return device;
    };
  }

  /**
   * The loss behind an error, where there is one. Work on a lost device fails before the loss is told,
   * so this waits until the devices have heard all that was sent to them.
   */
  async lossBehind(): Promise<LocalFailure | undefined> {
    await Promise.allSettled(this.#devices.map(({ queue }) => queue.onSubmittedWorkDone()));
    return this.#loss;
  }

  #hold(device: GPUDevice): void {
    this.#devices.push(device);
    device.addEventListener('uncapturederror', ({ error }) => {
      if (!(error instanceof GPUOutOfMemoryError)) return;
      this.#note({ kind: 'out-of-memory', problem: error.message });
    });
    void device.lost.then(({ message }) => this.#note({ kind: 'device-lost', problem: message }));
  }

  #note(loss: LocalFailure): void {
    if (this.#loss) return;
    this.#loss = loss;
    this.#tellLoss(loss);
  }
}
