/**
 * How tests and benchmarks start Chromium: as root in a container, without its calls home,
 * and with a WebGPU adapter that needs no graphics card.
 *
 * @type {string[]}
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];
