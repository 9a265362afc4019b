/** Paths of single calls, which people paste behind the base of an API. */
const KNOWN_TAILS = /\/(?:chat\/completions|completions|models)\/*$/;

/**
 * The base of an API as a person wrote it, tidied: a scheme where there is none, no path of a
 * single call behind it, no slash at the end. `problem` is a sentence without its full stop.
 *
 * @example
 * const read = readBaseUrl('localhost:11434/v1/');
 * if (read.kind === 'problem') showNotice(`${read.problem}.`);
 * else openAiCompatible({ baseUrl: read.baseUrl, model });
 */
export function readBaseUrl(
  text: string,
):
  | { readonly kind: 'url'; readonly baseUrl: string }
  | { readonly kind: 'problem'; readonly problem: string } {
  const typed = text.trim();
  if (typed === '') return { kind: 'problem', problem: 'Type the address of a server' };
  const url = parsedUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : withScheme(typed));
  if (!url || typed.startsWith('/')) {
    return { kind: 'problem', problem: `“${typed}” is no address of a server` };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { kind: 'problem', problem: 'An address begins with http:// or https://' };
  }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'problem', problem: 'A name or password does not belong into the address' };
  }
  url.hash = '';
  url.pathname = url.pathname.replace(KNOWN_TAILS, '').replace(/\/+$/, '');
  return { kind: 'url', baseUrl: url.href.replace(/\/(?=$|\?)/, '') };
}

/** Where the list of models is asked for. */
export function modelsUrl(baseUrl: string): string {
  return below(baseUrl, 'models');
}

/** Where an answer is asked for. */
export function chatUrl(baseUrl: string): string {
  return below(baseUrl, 'chat/completions');
}

/** Scheme, host and port of an address. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** Whether an address or origin is of this very device. Browsers trust such a one like `https`. */
export function isThisDevice(address: string): boolean {
  const hostname = parsedUrl(address)?.hostname ?? '';
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** Whether a browser refuses the request before it is sent: an encrypted page, a plain server elsewhere. */
export function isMixedContent(baseUrl: string, pageOrigin: string): boolean {
  return pageOrigin.startsWith('https:') && baseUrl.startsWith('http:') && !isThisDevice(baseUrl);
}

function withScheme(typed: string): string {
  const local = parsedUrl(`http://${typed}`);
  return local && isThisDevice(local.href) ? local.href : `https://${typed}`;
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A path below an address, before its query. */
export function below(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}
