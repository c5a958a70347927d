/** Name of the response and request header that carries the CSRF token (docs/operate/security.md). */
export const csrfHeader = "x-csrf-token";
