import { useLingui } from "@lingui/react/macro";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { trustedBrowserMs } from "@sekimori/portal-contract/constants";
import { type ReactNode, useState } from "react";

/** Whether the member wants this browser to do without the second factor from now on. */
export interface BrowserTrust {
  readonly trustBrowser?: true;
  /** Where it is asked; nothing where it is not offered. */
  readonly tick: ReactNode;
}

/** Keeps the answer while another way of proving the second factor is chosen. */
export function useTrust(isOffered: boolean): BrowserTrust {
  const { t } = useLingui();
  const [isTicked, setTicked] = useState(false);
  const days = trustedBrowserMs / dayMs;
  if (!isOffered) return { tick: null };
  return {
    ...(isTicked && { trustBrowser: true as const }),
    tick: (
      <Checkbox
        label={t`Don't ask again in this browser for ${{ days }} days`}
        help={t`Use this only on a browser that nobody else uses. We'll still ask before sensitive changes.`}
        checked={isTicked}
        onChange={({ target }) => setTicked(target.checked)}
      />
    ),
  };
}
