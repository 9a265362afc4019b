import type { EmbedderFailure } from './embedder-failure.ts';

/** A failure in words: what happened, and what to do. No text was lost: nothing is stored here. */
export function explainFailure(failure: EmbedderFailure): string {
  switch (failure.kind) {
    case 'file-missing':
      return `The model has no file \`${failure.file}\`: nothing is at ${failure.place}. Check the address or the folder; option \`modelFile\` names weights that lie elsewhere.`;
    case 'file-refused':
      return `The server did not give out \`${failure.file}\` (${failure.status}, ${failure.place}). ${
        failure.status >= 500 || failure.status === 429
          ? 'Try again later.'
          : 'Check the address, and whether the model is public.'
      }`;
    case 'file-unreachable':
      return `The model's file \`${failure.file}\` did not arrive whole from ${failure.place}: there is no network, the connection was lost, or the server does not allow this page (CORS). Try again; if it stays so, look whether the server sends Access-Control-Allow-Origin.`;
    case 'file-unreadable':
      return `The model's file \`${failure.file}\` is ${failure.found} (${failure.place}). Check the address or the folder; nothing of it was kept.`;
    case 'model-unsupported':
      return `This model cannot be run here: ${failure.problem}. Choose a sentence model of the BERT family that was exported to ONNX as one file with one vector a token.`;
    case 'runtime-unavailable':
      return `ONNX Runtime did not start: ${failure.problem} Option \`runtime\` says where its file ort-wasm-simd-threaded.wasm lies; a Content-Security-Policy has to allow 'wasm-unsafe-eval'.`;
    case 'out-of-memory':
      return 'There is too little memory for this model. Nothing was lost. Close other tabs or choose smaller weights.';
    case 'run-failed':
      return `The model failed on a text: ${failure.problem} Other texts can still be embedded.`;
    case 'worker-lost':
      return `The worker that holds the model has ended: ${failure.problem} The text that it had is not embedded; the next call starts another worker.`;
    case 'disposed':
      return 'The embedder was disposed of. Create another one.';
    case 'server-unreachable':
      return `No whole answer came from ${failure.server}: it is off, there is no network, or it does not allow this page (CORS). Try again.`;
    case 'unauthorized':
      return `${failure.server} ${failure.hadKey ? 'refused the' : 'wants an'} API key (${failure.status}).${quoted(failure.serverMessage)} ${failure.hadKey ? 'Check the key, and whether it may use this model.' : 'Give one as `apiKey`.'}`;
    case 'rate-limited':
      return `${failure.server} takes no more requests for now (429).${quoted(failure.serverMessage)} ${
        failure.retryAfterMs === undefined
          ? 'Try again later.'
          : `Try again in ${Math.ceil(failure.retryAfterMs / 1_000)} s.`
      }`;
    case 'server-fault':
      return `${failure.server} had a fault of its own (${failure.status}).${quoted(failure.serverMessage)} Try again.`;
    case 'request-refused':
      return `${failure.server} refused the request (${failure.status}).${quoted(failure.serverMessage)} Check the address and the model's name.`;
    case 'answer-unreadable':
      return `${failure.server} sent ${failure.found}. Check the address: that of an OpenAI-compatible API usually ends in /v1.`;
    default:
      return failure satisfies never;
  }
}

function quoted(text: string): string {
  return text === '' ? '' : ` It says: “${text}”`;
}
