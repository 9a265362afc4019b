/**
 * A kind that a newer core, or a package beside it, has added to one of the open unions. The type
 * knows nothing of it, just as the panel does not.
 */
export function newerKind<Union extends string>(kind: string): Union {
  return kind as Union;
}
