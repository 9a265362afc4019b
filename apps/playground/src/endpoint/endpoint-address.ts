/** The address of a local Ollama that was not told otherwise. */
export const DEFAULT_ADDRESS = 'http://localhost:11434/v1';

/** A typed address that was understood, or why it was not. */
export type ReadAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** What people paste behind the base of an API. */
const KNOWN_TAILS = /\/(?:chat\/completions|completions|models)\/*$/;

/**
 * The base of an API as a person wrote it, tidied: a scheme where there is none, no path of a
 * single call behind it, no slash at the end.
 */
export function readAddress(text: string): ReadAddress {
  const typed = text.trim();
  if (typed === '') return { kind: 'problem', problem: 'Type the address of a server' };
  const url = parsedUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : withScheme(typed));
  if (!url) return { kind: 'problem', problem: `“${typed}” is no address of a server` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { kind: 'problem', problem: 'An address begins with http:// or https://' };
  }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'problem', problem: 'A name or password does not belong into the address' };
  }
  url.hash = '';
  url.pathname = url.pathname.replace(KNOWN_TAILS, '').replace(/\/+$/, '');
  return { kind: 'address', address: url.href.replace(/\/(?=$|\?)/, '') };
}

/** Where the list of models is asked for. */
export function modelsUrl(address: string): string {
  return below(address, 'models');
}

/** Where an answer is asked for. */
export function chatUrl(address: string): string {
  return below(address, 'chat/completions');
}

/** The server of an address: scheme, host and port. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/** Whether an address is of this very device. Browsers trust such a one like `https`. */
export function isThisDevice(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** Whether a browser refuses the request before it is sent: an encrypted page, a plain server elsewhere. */
export function isMixedContent(address: string, pageOrigin: string): boolean {
  return pageOrigin.startsWith('https:') && address.startsWith('http:') && !isThisDevice(address);
}

function withScheme(typed: string): string {
  const local = parsedUrl(`http://${typed}`);
  return local && isThisDevice(local.href) ? local.href : `https://${typed}`;
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A path below an address, ahead of its query. */
function below(address: string, path: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}
