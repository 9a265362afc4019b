/** The words in place of a message that cannot be read; the model reads them too. */
export const UNREADABLE_TEXT = '[A message stood here that can no longer be read from storage.]';

/** The words in place of a file that is missing; the model reads them too. */
export const LOST_FILE_TEXT = '[A file stood here that can no longer be read from storage.]';
