import { useLingui } from "@lingui/react/macro";
import { WaitClock } from "../form/wait-clock.tsx";
import { ToastRegion, ToastView } from "../primitives/toast.tsx";
import type { ToastQueue } from "../toast-queue/toast-queue.ts";
import { useToast } from "../toast-queue/use-toast.ts";
import { useTopSpace } from "./use-top-space.ts";

/** Where messages appear, on every page. */
export function ToastsView({ queue }: { queue: ToastQueue }) {
  const { t } = useLingui();
  const toast = useToast(queue);
  const space = useTopSpace("--toast-space");
  return (
    <ToastRegion ref={toast && space} label={t`Messages`} urgent={toast?.tone === "danger"}>
      {toast && (
        <ToastView
          key={toast.id}
          tone={toast.tone}
          title={toast.title}
          reference={toast.reference && t`Reference: ${{ requestId: toast.reference }}`}
          closeLabel={t`Close the message`}
          onClose={() => queue.close(toast.id)}
        >
          {toast.text}
          {toast.waitSeconds !== undefined && (
            <>
              {" "}
              <WaitClock seconds={toast.waitSeconds} />
            </>
          )}
        </ToastView>
      )}
    </ToastRegion>
  );
}
