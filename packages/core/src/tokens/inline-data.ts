/** A file that stands in a message itself, as a data URL in base64. */
export interface InlineData {
  readonly mediaType: string;
  /** Its size, in bytes. */
  readonly bytes: number;
  /** The byte at this place; reads no other. */
  at(index: number): number;
  /** Whether an ASCII text stands at this place. */
  has(ascii: string, index: number): boolean;
  /** Every place of an ASCII text of more than three letters, in no order. Nothing is decoded for that. */
  placesOf(ascii: string): readonly number[];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The file of a data URL; `undefined` for an address, and for a data URL that is not base64. */
export function inlineDataOf(url: string): InlineData | undefined {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  const head = url.slice('data:'.length, comma).split(';');
  if (comma < 0 || head.at(-1)?.trim().toLowerCase() !== 'base64') return undefined;
  const base64 = url.slice(comma + 1);
  const digit = (index: number) => Math.max(0, ALPHABET.indexOf(base64.charAt(index)));
  const at = (index: number) => {
    const group = Math.floor(index / 3) * 4;
    const first = digit(group) * 4_096 + digit(group + 1) * 64;
    const bits = (first + digit(group + 2)) * 64 + digit(group + 3);
    return (bits >> (16 - 8 * (index % 3))) & 0xff;
  };
  const has = (ascii: string, index: number) =>
    [...ascii].every((letter, place) => at(index + place) === letter.charCodeAt(0));
  return {
    mediaType: (head[0] ?? '').trim().toLowerCase(),
    bytes: Math.floor((base64.replace(/=+$/, '').length * 3) / 4),
    at,
    has,
    placesOf: (ascii) =>
      [0, 1, 2].flatMap((shift) => {
        const { digits, ahead } = shifted(ascii, shift);
        const places: number[] = [];
        for (let hit = base64.indexOf(digits); hit >= 0; hit = base64.indexOf(digits, hit + 1)) {
          const place = ((hit - ahead) / 4) * 3 + shift;
          if (Number.isInteger(place) && has(ascii, place)) places.push(place);
        }
        return places;
      }),
  };
}

/**
 * The base64 digits that belong to an ASCII text alone where it begins so many bytes behind the start of
 * a group of digits, and how many digits of that group stand ahead of them.
 */
function shifted(
  ascii: string,
  shift: number,
): { readonly digits: string; readonly ahead: number } {
  const bits = [...ascii]
    .map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0'))
    .join('');
  const ahead = Math.ceil((shift * 8) / 6);
  const whole = bits.slice(ahead * 6 - shift * 8);
  let digits = '';
  for (let start = 0; start + 6 <= whole.length; start += 6) {
    digits += ALPHABET.charAt(Number.parseInt(whole.slice(start, start + 6), 2));
  }
  return { digits, ahead };
}
