import { errorText, refuseUnknown } from '@agent-memory/core/internal';

/** Names the unknown props; `undefined` if all are known. */
export function refusedProps(
  props: object,
  known: Readonly<Record<string, unknown>>,
  component: string,
): string | undefined {
  try {
    refuseUnknown(props, known, component);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
