/** Names of languages in English, as an alternative of a pattern. */
export const LANGUAGE_NAMES =
  'english|german|french|spanish|italian|dutch|portuguese|polish|russian|chinese|japanese|korean|arabic|turkish|hindi|swedish|danish|norwegian|finnish|czech|greek|ukrainian';
