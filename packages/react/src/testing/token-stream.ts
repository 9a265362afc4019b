/** A stream of tokens that a test lets through one by one, as a provider's would arrive. */
export interface TokenStream {
  readonly tokens: AsyncIterable<string>;
  send(token: string): void;
  end(): void;
}

export function aTokenStream(): TokenStream {
  let controller: ReadableStreamDefaultController<string> | undefined;
  const stream = new ReadableStream<string>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    tokens: tokensOf(stream),
    send: (token) => controller?.enqueue(token),
    end: () => controller?.close(),
  };
}

async function* tokensOf(stream: ReadableStream<string>): AsyncIterable<string> {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
