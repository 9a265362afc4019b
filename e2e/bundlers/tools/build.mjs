import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

// node build.mjs BUNDLER PAGE OUT: builds the page with one bundler, as its own documentation says.

const [, , name, page, out] = process.argv;

const vite = (module) => async () => {
  const { build } = await import(module);
  await build({
    root: page,
    build: { outDir: out, emptyOutDir: true },
    worker: { format: 'es' },
    logLevel: 'error',
  });
};

/** webpack and Rspack take the same configuration. */
const webpackLike = (module) => async () => {
  const imported = await import(module);
  const bundle = imported.rspack ?? imported.default;
  const stats = await new Promise((resolve, reject) => {
    bundle(
      {
        mode: 'production',
        context: page,
        entry: './main.js',
        output: { path: out, filename: 'main.js' },
        performance: { hints: false },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  await copyFile(path.join(page, 'index.html'), path.join(out, 'index.html'));
};

const builders = {
  'vite-6': vite('vite-6'),
  'vite-7': vite('vite-7'),
  'vite-8': vite('vite'),
  webpack: webpackLike('webpack'),
  rspack: webpackLike('@rspack/core'),
  async esbuild() {
    const { build } = await import('esbuild');
    await build({
      absWorkingDir: page,
      entryPoints: {
        main: './main-placed.js',
        'retrieval-worker': '@agent-memory/long-term/retrieval-worker',
        'embed-worker': '@agent-memory/embed/worker',
        'web-llm-worker': '@agent-memory/webllm/worker',
      },
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      outdir: out,
      logLevel: 'error',
    });
    const wasm = path.join(page, '../node_modules/@wllama/wllama/esm/wasm/wllama.wasm');
    await copyFile(wasm, path.join(out, 'wllama.wasm'));
    await copyFile(path.join(page, 'index.html'), path.join(out, 'index.html'));
  },
  async parcel() {
    const { Parcel } = await import('@parcel/core');
    const manifest = path.join(page, '../package.json');
    const asked = {
      // Parcel reads `exports` of packages only where the app's package.json asks for it.
      '@parcel/resolver-default': { packageExports: true },
      // A worker does not load what Parcel puts in a bundle that it shares with the page.
      '@parcel/bundler-default': { minBundles: 1_000 },
      // web-llm asks for these where it runs in Node.
      alias: { buffer: false, process: false },
    };
    await writeFile(
      manifest,
      JSON.stringify({ ...JSON.parse(await readFile(manifest)), ...asked }),
    );
    const bundler = new Parcel({
      entries: path.join(page, 'index.html'),
      defaultConfig: createRequire(import.meta.url).resolve('@parcel/config-default'),
      mode: 'production',
      defaultTargetOptions: { distDir: out, publicUrl: '/', shouldOptimize: false },
      cacheDir: path.join(out, '..', '.parcel-cache'),
    });
    await bundler.run();
  },
};

await builders[name]();
