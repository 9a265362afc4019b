import { errorText } from '../errors/error-text.ts';

/** An event by which a worker reports trouble. */
interface WorkerTrouble {
  /** Absent where the script was not loaded: browsers do not say why. */
  readonly message?: string;
  preventDefault(): void;
}

/** The part of a worker that is needed. */
interface StartedWorker {
  addEventListener(type: 'error' | 'messageerror', listener: (event: WorkerTrouble) => void): void;
}

const UNLOADED =
  'Its script could not be loaded or run: a Content-Security-Policy has to allow it (`worker-src`), and the bundler has to emit it. Option `worker` takes one that the app makes.';

const UNTRUSTED =
  'Under Trusted Types the app makes it, with an address from its own policy (option `worker`).';

/**
 * Makes a worker, and tells what goes wrong with it from then on.
 *
 * @throws Error with the reason, and what to do, if the page may not make it.
 */
export function startWorker<Made extends StartedWorker>(
  make: () => Made,
  onTrouble: (problem: string) => void,
): Made {
  const worker = made(make);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    onTrouble(event.message || UNLOADED);
  });
  worker.addEventListener('messageerror', () =>
    onTrouble('It sent something that cannot be read.'),
  );
  return worker;
}

function made<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    const words = errorText(error);
    const isUntrusted = words.includes('TrustedScriptURL');
    throw new Error(isUntrusted ? `${words} ${UNTRUSTED}` : words, { cause: error });
  }
}
