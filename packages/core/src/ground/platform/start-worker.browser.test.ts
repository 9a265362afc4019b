import { expect, onTestFinished, test } from 'vitest';

/** The error of a worker that a page with such a policy makes. */
async function saidUnder(policy: string, make = "new Worker('/worker.js')"): Promise<string> {
  const frame = document.createElement('iframe');
  onTestFinished(() => frame.remove());
  const said = new Promise<MessageEvent<string>>((resolve) => {
    addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event));
  });
  const module = JSON.stringify(new URL('./start-worker.ts', import.meta.url).href);
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">
    <script type="module">
      import { startWorker } from ${module};
      const say = (words) => parent.postMessage(words, '*');
      try {
        startWorker(() => ${make}, say);
      } catch (error) {
        say(error.message);
      }
    </script>`;
  document.body.append(frame);
  return (await said).data;
}

test('[RET-5] [MOD-3] a worker that Trusted Types refuse says so, and that the app can make it', async () => {
  const words = await saidUnder("require-trusted-types-for 'script'");
  expect(words).toMatch(/requires 'TrustedScriptURL'.*option `worker`/);
});

test('[RET-5] [MOD-3] a worker that a policy forbids to load names the directive', async () => {
  expect(await saidUnder("worker-src 'none'")).toMatch(/could not be loaded.*`worker-src`/);
});

test('[RET-5] [MOD-3] what an app throws where it makes the worker is said as it is', async () => {
  const made = "(() => { throw new Error('No worker today.'); })()";
  expect(await saidUnder('', made)).toBe('No worker today.');
});
