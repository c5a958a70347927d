import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { webhookForms } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import { alertChoiceQuery } from "../../app/session/alert-choice-query.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { formNames } from "../../app/words/webhook-forms.ts";

const chats = webhookForms.filter((form) => form !== "standard");

/** How the first alert will reach the person; a chat is one press away. */
export function FirstChannels() {
  const { t } = useLingui();
  const { data } = useQuery(alertChoiceQuery, queryClient);
  const mayManage = useMay("manage-webhooks");
  const hasWebhooks = useSession().data?.workspace?.plan.webhooks ?? false;
  if (!data) return null;
  const isMailed = data.planHasMail && data.mail;
  return (
    <section aria-labelledby="first-channels" className="mt-8">
      <h3 id="first-channels" className="font-700">{t`How alerts reach you`}</h3>
      <p className="mt-1 text-muted">
        {isMailed
          ? t`By email and in the app, as soon as a scan finds something serious.`
          : t`In the app, as soon as a scan finds something serious.`}{" "}
        <Link to={pagePaths.alerts} className={linkClass}>
          {t`Change your alerts`}
        </Link>
      </p>
      {mayManage && hasWebhooks && (
        <ul aria-label={t`Send alerts to a chat`} className="mt-3 flex flex-wrap gap-2">
          {chats.map((form) => (
            <li key={form}>
              <Link
                to={`${pagePaths.settings}?${new URLSearchParams({ act: "webhook", form })}`}
                className={buttonClass({ size: "small" })}
              >
                {t`Send to ${{ name: formNames[form] }}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
