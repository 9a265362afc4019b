import { type Message, mapResults, type Part } from './message.ts';
import { perMessage } from './per-message.ts';

/** Shorter ones are icons, which cost little as text. */
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+);base64,[A-Za-z0-9+/]{512,}={0,2}/g;

/**
 * The message as it is sent: a picture or PDF that a tool gave as a data URL within its text stands beside the
 * text, as those do that came as parts. As text it would cost many times as much, and no model can read it.
 * The same message gives the same one.
 */
export const mediaApart = perMessage((message): Message => {
  const media: Part[] = [];
  const named = mapResults(message, ({ text }) =>
    text.replace(DATA_URL, (url, type: string) => {
      const part = mediaPart(url, type);
      if (part) media.push(part);
      return part ? `[${type}]` : url;
    }),
  );
  return media.length > 0 ? { ...named, parts: [...named.parts, ...media] } : message;
});

function mediaPart(url: string, type: string): Part | undefined {
  if (/^image\/(png|jpe?g|gif|webp)$/.test(type)) return { type: 'image', url };
  return type === 'application/pdf' ? { type: 'document', data: url } : undefined;
}
