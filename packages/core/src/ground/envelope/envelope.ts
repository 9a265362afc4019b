import { harmless } from './harmless-text.ts';

/** The name of an envelope: it has a hyphen, which no HTML element has. */
export type EnvelopeName = `${string}-${string}`;

/**
 * Text of another origin between two tags, which nothing in it can close, imitate or hide. A model
 * reads by the name what stands there.
 */
export function enveloped(name: EnvelopeName, inside: string): string {
  return `<${name}>\n${harmless(inside)}\n</${name}>`;
}
