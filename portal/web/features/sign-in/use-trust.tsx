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
        label={t`Trust this browser for ${{ days }} days`}
        // Once it is wanted: until then the code is the page's one question.
        help={
          isTicked &&
          t`We won't ask for this step when you log in here. Choose it only if nobody else uses this browser. We'll still ask before sensitive changes.`
        }
        checked={isTicked}
        onChange={({ target }) => setTicked(target.checked)}
      />
    ),
  };
}
