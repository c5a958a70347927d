/** Raised whenever the same findings would give another score or grade. */
export const SCORE_VERSION = "3.1";
