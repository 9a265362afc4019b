/// <reference types="vite/client" />
import pdfWorker from '@agent-memory/documents/pdf-worker?worker&url';
import embedWorker from '@agent-memory/embed/worker?worker&url';
import retrievalWorker from '@agent-memory/long-term/retrieval-worker?worker&url';
import webLlmWorker from '@agent-memory/webllm/worker?worker&url';

/** The part of Trusted Types that this app uses, which TypeScript's own library does not have. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string | null },
  ): { readonly createScriptURL: (url: string) => string };
};

/** Workers by the app's own policy, which lets these four addresses pass and nothing else. */
export function trustedWorkers() {
  const addresses = [retrievalWorker, embedWorker, webLlmWorker, pdfWorker];
  const policy = trustedTypes.createPolicy('app-workers', {
    createScriptURL: (url) => (addresses.includes(url) ? url : null),
  });
  // wllama makes its workers of blobs by itself.
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (url.startsWith('blob:') ? url : null),
  });
  const workerAt = (url: string) => ({
    worker: () => new Worker(policy.createScriptURL(url), { type: 'module' }),
  });
  return {
    retrieval: workerAt(retrievalWorker),
    embed: workerAt(embedWorker),
    webLlm: workerAt(webLlmWorker),
    pdf: workerAt(pdfWorker),
  };
}
