import { onOneLine } from '../../ground/envelope/hidden-characters.ts';
import { indented } from '../indented.ts';

/**
 * The scratchpad as the model reads it: a line a field, a dash a list item, empty fields left out; ''
 * where nothing is in it.
 */
export function scratchpadText(pad: unknown): string {
  if (typeof pad !== 'object' || pad === null) return '';
  return Object.entries(pad)
    .flatMap(([field, value]) => fieldLines(label(field), value))
    .join('\n');
}

/** The same under a heading, where it stands for what it speaks of [CMP-1]; '' where nothing is in it. */
export function headedScratchpadText(pad: unknown): string {
  const text = scratchpadText(pad);
  return text === '' ? '' : `Scratchpad (notes kept by the agent):\n${text}`;
}

function fieldLines(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) return [`${name}: ${plain(value)}`];
  return value.length === 0 ? [] : [`${name}:`, ...value.map((item) => `- ${plain(item)}`)];
}

function plain(value: unknown): string {
  return indented(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** `currentStep` → `Current step`. */
function label(field: string): string {
  const words = onOneLine(field.replace(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
