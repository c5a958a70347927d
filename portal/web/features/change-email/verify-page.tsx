import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { changeEmailCodeLifetimeMs, codeLength } from "@sekimori/portal-contract/constants";
import {
  cancelChangeEmail,
  confirmChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useEffect, useState } from "react";
import { client } from "../../app/client.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { useNavigate, useSearchParams } from "../../app/routing/navigation.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { clientStorage } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { PageForm } from "../../app/shell/page-form.tsx";
import { ResendChangeEmail } from "./resend-change-email.tsx";

/**
 * /change-email/verify. A mailed link names the new address in its query: the address is stored and
 * the page loaded again without it (SPEC 2), so that it is in no history and no referrer.
 */
export function ChangeEmailVerifyPage() {
  const [query] = useSearchParams();
  const named = query.get(queryNames.changeEmail);

  useEffect(() => {
    if (named === null) return;
    clientStorage.write("changedEmail", named);
    window.location.replace(pagePaths.changeEmailVerify);
  }, [named]);

  return named === null ? <EnterCode /> : null;
}

function EnterCode() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const email = clientStorage.read("changedEmail");
  const minutes = changeEmailCodeLifetimeMs / 60_000;
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`Authentication code`, digits: true } },
    validator: async () => schemaValidator((await import("./code-schema.ts")).codeOnlySchema),
    async onSubmit(body) {
      await keepProfile(await client.call(confirmChangeEmail, { body }));
      clientStorage.write("changedEmail", undefined);
      await navigate(pagePaths.changeEmailComplete, { replace: true });
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
      await keepProfile(await client.call(cancelChangeEmail, { body: {} }));
      clientStorage.write("changedEmail", undefined);
      await navigate(pagePaths.security, { replace: true });
    } catch (error) {
      setLeaving(false);
      reportError(error);
    }
  }

  return (
    <NarrowPage
      title={t`Email Address Authentication`}
      description={
        email
          ? t`Enter the six-digit code that we sent to ${{ email }}. It is valid for ${{ minutes }} minutes.`
          : t`Enter the six-digit code that we sent to your new email address. It is valid for ${{ minutes }} minutes.`
      }
    >
      <PageForm form={form} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        <OneTimeCodeField {...form.field("code")} length={codeLength} />
      </PageForm>
      <div className="mt-6 grid justify-items-start gap-2">
        {email && <ResendChangeEmail email={email} />}
        <Button variant="plain" className="-ml-5" pending={leaving} onClick={() => void cancel()}>
          {t`Keep the present address`}
        </Button>
      </div>
    </NarrowPage>
  );
}
