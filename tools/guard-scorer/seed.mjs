/** The texts of the fitting are filled by it. */
export const SEED = 20261123;
