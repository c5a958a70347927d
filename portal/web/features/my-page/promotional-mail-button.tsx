import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import { client } from "../../app/client.ts";
import { MailButton } from "./mail-button.tsx";

const said = { on: msg`News by email turned on`, off: msg`News by email turned off` };

/** The way out that the member terms promise on My Page, and the way back. */
export function PromotionalMailButton({ consented }: { consented: boolean }) {
  const { t } = useLingui();
  return (
    <MailButton
      about={t`News by email`}
      enabled={consented}
      change={(next) => client.call(changePromotionalMail, { body: { consented: next } })}
      said={said}
    />
  );
}
