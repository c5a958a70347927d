/** Name of the response and request header that carries the CSRF token (docs/security.md). */
export const csrfHeader = "x-csrf-token";
