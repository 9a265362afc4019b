import type { KnownNames } from '../ground/errors/errors.ts';
import { checkOption } from '../ground/errors/errors.ts';
import { refuseUnknownFields } from '../message/refuse-unknown-fields.ts';
import type { LiveSection } from './live-section.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SECTION = {
  id: true,
  kind: true,
  share: true,
  lead: true,
  revision: true,
  render: true,
} as const satisfies KnownNames<LiveSection>;
/** Other parts of a plan have these ids. */
const TAKEN: ReadonlySet<string> = new Set(['system', 'tools']);

/**
 * Refuses sections that could not be told apart or have no share of the budget.
 *
 * @param option the option that they were given in, for the error
 * @throws InvalidOptionError naming the section and what is wrong with it.
 */
export function checkSections(option: string, sections: readonly LiveSection[]): void {
  const seen = new Set<string>();
  for (const section of sections) {
    refuseUnknownFields(section, SECTION, 'liveSections');
    const { id, kind, share, lead } = section;
    const problem = problemOf(id, kind, share, seen);
    checkOption(typeof lead === 'string', option, `has a section "${id}" without a \`lead\`.`);
    checkOption(!problem, option, `has a section "${id}" ${problem}`);
    seen.add(id);
  }
}

function problemOf(
  id: unknown,
  kind: unknown,
  share: unknown,
  seen: ReadonlySet<string>,
): string | undefined {
  if (!isName(id)) return 'whose id is not made of a-z, digits and single hyphens.';
  if (!isName(kind)) return `of kind "${kind}", which is not made of a-z, digits and hyphens.`;
  if (TAKEN.has(id)) return 'and that id is taken by another part of the context.';
  if (seen.has(id)) return 'twice; each needs an id of its own.';
  if (typeof share !== 'number' || !(share > 0 && share <= 1))
    return `with a share of ${share}; it must be over 0 and up to 1.`;
  return undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
