import { expect, test } from 'vitest';
import { bundleCode } from './bundle-code.mjs';

/** Words of an error of web-llm's; no minifier changes them. */
const WEB_LLM = 'Prompt tokens exceed context window size';
/** Words of an error in the part of pdfjs that reads the file. */
const PDF_WORKER = 'The PDF file is empty, i.e. its size is zero bytes.';

test('[MOD-1] web-llm ships once, in its worker, and no page loads it with the first import', async () => {
  const files = await bundleCode({
    folder: 'e2e/outside-app',
    code: "export { webLlm } from '@agent-memory/webllm';",
  });
  const withEngine = files.filter(({ code }) => code.includes(WEB_LLM));
  expect(withEngine.map(({ isEntry }) => isEntry)).toEqual([false]);
  const isLarge = files.map(({ code }) => code.length > 100_000);
  expect(isLarge.filter(Boolean)).toHaveLength(1);
});

test('[LTM-10] the code that reads PDFs ships once, in its worker, and no page loads it with the first import', async () => {
  const files = await bundleCode({
    folder: 'bench',
    code: "export { pdfReader } from '@agent-memory/documents/pdf';",
  });
  const readers = files.filter(({ code }) => code.includes(PDF_WORKER));
  expect(readers.map(({ isEntry }) => isEntry)).toEqual([false]);
});
