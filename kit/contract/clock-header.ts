/**
 * Brings the server's time with every answer (ISO 8601). Pages count time by it: a browser's own clock may
 * be wrong, and the sandbox's may have been moved by months. `Date` will not do, as browsers reckon the
 * ends of cookies from it.
 */
export const clockHeader = "x-server-time";
