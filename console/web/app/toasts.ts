import { createToastQueue } from "@sekimori/kit-web/toast-queue/toast-queue";

/** Messages stay until they are closed or what they speak of is over. */
export const toasts = createToastQueue({ duration: 0 });
