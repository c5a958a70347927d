import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { linkToOrganisation } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { failureSentence } from "./failure-sentence.ts";
import { type Joining, joiningQuery } from "./joining-query.ts";

/** The account's owner, signed in to it, looks at who else may be able to enter it, and links it. */
export function LinkForm({ joining: { review } }: { readonly joining: Joining }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      await stepUp.run(() => client.call(linkToOrganisation, { body: {} }));
      queryClient.removeQueries({ queryKey: joiningQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await navigate(pagePaths.security, { replace: true });
      toasts.show({ tone: "success", title: t`You can now log in through your organization` });
    },
    place: ({ type }) =>
      ["SingleSignOnFailed", "Conflict", "TooManyRequest"].includes(type) ? "form" : undefined,
  });
  const passkeys = review?.passkeys ?? 0;
  const externalIds = (review?.externalIds ?? []).map((name) => name[language.current()]);
  return (
    <>
      <ul className="mb-6 grid list-disc gap-2 pl-5">
        <li>{t`You can then log in through your organization as well. Your password, your plan and your data stay yours.`}</li>
        <li>{t`Your other devices are logged out, and applications ask you to log in again.`}</li>
        {externalIds.length > 0 && (
          <li>{t`These external IDs are unlinked: ${{ list: externalIds.join(", ") }}`}</li>
        )}
        {passkeys > 0 && (
          <li>
            {t`Your account keeps its passkeys (${{ passkeys }}).`}{" "}
            <Link to={pageUrl("security", { tab: "security" })} className={linkClass}>
              {t`Check that all of them are yours`}
            </Link>
          </li>
        )}
        {review?.app && <li>{t`Your account keeps its authenticator app.`}</li>}
      </ul>
      <PageForm
        form={form}
        submitLabel={t`Link and continue`}
        pendingLabel={t`Linking`}
        errorSentence={(error) => {
          const sentence = failureSentence(error);
          return sentence && i18n._(sentence);
        }}
      >
        {null}
      </PageForm>
      {stepUp.dialog}
    </>
  );
}
