import { QueryClient } from "@tanstack/react-query";

/**
 * What pages have read from the server. A failure is shown at once, with a button to try again:
 * silent retries would only lengthen the wait.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
});
