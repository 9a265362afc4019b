import { type Message, mapResults, type Part } from './message.ts';
import { perMessage } from './per-message.ts';

/** Shorter ones are icons, which cost little as text. */
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/]{512,}={0,2})/gi;

/**
 * The message as it is sent: a picture or PDF that a tool gave as a data URL within its text stands beside the
 * text, as those do that came as parts. As text it would cost many times as much, and no model can read it.
 * The same message gives the same one.
 */
export const mediaApart = perMessage((message): Message => {
  const media: Part[] = [];
  const named = mapResults(message, ({ text }) =>
    text.replace(DATA_URL, (url, type: string, data: string) => {
      if (!isWhole(type, data)) return url;
      const isPicture = type.startsWith('image/');
      media.push(isPicture ? { type: 'image', url } : { type: 'document', data: url });
      return `[${type}]`;
    }),
  );
  return media.length > 0 ? { ...named, parts: [...named.parts, ...media] } : message;
});

/** By kind: how its base64 begins, and what stands near the end of its bytes. */
const KINDS: Readonly<Record<string, readonly [start: string, end: string]>> = {
  'image/png': ['iVBORw0KGgo', 'IEND'],
  'image/jpeg': ['/9j/', '\xff\xd9'],
  'image/gif': ['R0lGOD', ';'],
  'image/webp': ['UklGR', ''],
  'application/pdf': ['JVBERi0', '%%EOF'],
};
/** In characters of base64, a whole number of groups. */
const END_LENGTH = 1_024;

/** Providers refuse a file that was cut off or is of another kind than it says; as text it does no harm. */
function isWhole(type: string, data: string): boolean {
  const [start, end = ''] = KINDS[type] ?? [];
  if (start === undefined || data.length % 4 !== 0 || !data.startsWith(start)) return false;
  const { atob } = globalThis as unknown as { readonly atob: (base64: string) => string };
  return atob(data.slice(-END_LENGTH)).includes(end);
}
