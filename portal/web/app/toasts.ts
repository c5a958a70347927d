import { createToastQueue } from "@sekimori/kit-web/toast-queue/toast-queue";
import { toastDurationMs } from "@sekimori/portal-contract/constants";

export const toasts = createToastQueue({ duration: toastDurationMs });
