import { useLingui } from "@lingui/react/macro";
import { ToastRegion, ToastView } from "@sekimori/kit-web/primitives/toast";
import { useToast } from "@sekimori/kit-web/toast-queue/use-toast";
import { toasts } from "../toasts.ts";

/** Where messages appear, on every page. */
export function ToastsView() {
  const { t } = useLingui();
  const toast = useToast(toasts);
  return (
    <ToastRegion label={t`Messages`} urgent={toast?.tone === "danger"}>
      {toast && (
        <ToastView
          key={toast.id}
          tone={toast.tone}
          title={toast.title}
          reference={toast.reference && t`Reference: ${{ requestId: toast.reference }}`}
          closeLabel={t`Close the message`}
          onClose={() => toasts.close(toast.id)}
        >
          {toast.text}
        </ToastView>
      )}
    </ToastRegion>
  );
}
