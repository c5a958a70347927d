/** Prefix of every call of every application of ours. */
export const apiBase = "/v1";
