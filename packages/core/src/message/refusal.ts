import * as v from 'valibot';
import { InvalidMessageError } from '../errors/errors.ts';

/** The error that names the first field at fault and says what is wrong with it [MSG-3]. */
export function refusalOf(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): InvalidMessageError {
  const [issue] = issues;
  return new InvalidMessageError(v.getDotPath(issue) ?? 'message', `${issue.message}.`);
}

/**
 * The words for the faults of an object schema, which has one message for all three: the value is no
 * object, a field is missing, or a field is one too many.
 */
export function objectProblem(shape: string): (issue: v.BaseIssue<unknown>) => string {
  return ({ expected }) => {
    if (expected === 'never') return 'is not a field of this form';
    return expected?.startsWith('"') ? 'is missing' : shape;
  };
}
