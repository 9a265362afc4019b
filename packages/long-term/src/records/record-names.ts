/** The closed lists of the taxonomy [LTM-1]. Each names every value of its type. */
export const MEMORY_TYPES = namesOf('user feedback project reference');
export const MEMORY_KINDS = namesOf(
  'instruction preference fact identifier decision artifact episode strategy',
);
export const RECORD_SOURCES = namesOf(
  'user_stated user_correction in_session_correction tool_verified agent_inferred recalled external unknown',
);
export const END_REASONS = namesOf('superseded forgotten rejected unconfirmed expired faded held');

function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
