/** An id that came again for another message, and the id under which that is kept. */
export interface RepeatedId {
  readonly id: string;
  readonly keptAs: string;
}

/** The report of a repeated id; a session is told once [MSG-7]. */
export function repeatedIdText({ id, keptAs }: RepeatedId): string {
  return (
    `The id \`${id}\` came again for another message. Nothing was lost: that message was kept as ` +
    `\`${keptAs}\`, and others whose id repeats are kept in the same way. Only an \`append\` that is ` +
    'tried again needs the id of the first try; give other messages ids that do not repeat, or none.'
  );
}
