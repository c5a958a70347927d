import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { useState } from "react";
import { i18n } from "../../app/language.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";

interface Props {
  /** What the mail is called in its row. */
  readonly about: string;
  readonly enabled: boolean;
  /** Asks the portal for the other state. */
  readonly change: (enabled: boolean) => Promise<Profile>;
  /** What is said once it is so. */
  readonly said: { readonly on: MessageDescriptor; readonly off: MessageDescriptor };
}

/** Turns a mail that a member may do without on or off at once: nothing is lost by it. */
export function MailButton({ about, enabled, change, said }: Props) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const label = enabled ? t`Turn off` : t`Turn on`;

  async function press() {
    setBusy(true);
    try {
      await keepProfile(await change(!enabled));
      toasts.show({ tone: "success", title: i18n._(enabled ? said.off : said.on) });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="small"
      aria-label={`${label}: ${about}`}
      pending={busy}
      pendingLabel={t`Saving`}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
