import "./error-titles.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { changeEmailCodeLifetimeMs, codeLength } from "@sekimori/portal-contract/constants";
import {
  cancelChangeEmail,
  confirmChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { clientStorage } from "../../app/session/current.ts";
import { ShownAddress } from "../../app/shown-address.tsx";
import { AddressTaken } from "./address-taken.tsx";
import { ResendChangeEmail } from "./resend-change-email.tsx";

interface EnterChangeCodeProps {
  /** The address that waits, as the server holds it. */
  readonly email: string;
  /** Tells that nothing waits any more, before the next page is there. */
  readonly onConfirmed: () => void;
}

/** Six digits that were mailed to the new address. */
export function EnterChangeCode({ email, onConfirmed }: EnterChangeCodeProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const minutes = changeEmailCodeLifetimeMs / 60_000;
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`Authentication code`, digits: true } },
    validator: async () => schemaValidator((await import("./code-schema.ts")).codeOnlySchema),
    async onSubmit(body) {
      const profile = await client.call(confirmChangeEmail, { body });
      onConfirmed();
      clientStorage.write("changedEmail", undefined);
      await keepProfile(profile);
      const state = { changedTo: profile.email_address };
      await navigate(pagePaths.changeEmailComplete, { replace: true, state });
    },
    place: ({ type }) => {
      if (type === "CodeInvalid" || type === "CodeExpired") return "code";
      return ["EmailDuplicated", "ManagedExternally", "TooManyRequest"].includes(type)
        ? "form"
        : undefined;
    },
  });

  async function cancel() {
    setLeaving(true);
    try {
      const profile = await client.call(cancelChangeEmail, { body: {} });
      onConfirmed();
      clientStorage.write("changedEmail", undefined);
      await keepProfile(profile);
      await navigate(pagePaths.security, { replace: true });
    } catch (error) {
      setLeaving(false);
      reportError(error);
    }
  }

  const { error } = form.problems;
  if (error?.type === "EmailDuplicated") return <AddressTaken error={error} />;
  return (
    <NarrowPage
      title={t`Email Address Authentication`}
      description={
        <Trans>
          Enter the {codeLength}-digit code we sent to <ShownAddress email={email} />. It's valid
          for {minutes} minutes.
        </Trans>
      }
    >
      <PageForm form={form} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
      </PageForm>
      <div className="mt-6 grid justify-items-start gap-2">
        <ResendChangeEmail />
        <Button variant="plain" flush pending={leaving} onClick={() => void cancel()}>
          {t`Keep current address`}
        </Button>
      </div>
    </NarrowPage>
  );
}
