import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { wayOut } from "../../app/session/way-out.ts";

interface SignedOutPartProps {
  readonly query: Readonly<Record<string, string>>;
}

/** Where a logout ends of who came by an organisation's provider: here alone, there too, or not at all. */
export function SignedOutPart({ query }: SignedOutPartProps) {
  const { t } = useLingui();
  if (query.problem !== undefined) return <FailedLogout problem={query.problem} />;
  const back = (
    <Link to={pagePaths.login} replace className={buttonClass({ size: "large", wide: true })}>
      {t`Back to login`}
    </Link>
  );
  if (query.at === "provider") {
    return (
      <StatePage title={t`You've logged out`} action={back}>
        {t`Your login through your organization has ended, here and at its login page.`}
      </StatePage>
    );
  }
  const offered = wayOut.current();
  if (!offered) {
    return (
      <StatePage title={t`You've logged out here`} action={back}>
        {t`You may still be logged in at your organization's login page. On a shared computer, log out there as well.`}
      </StatePage>
    );
  }
  const { host, url } = offered;
  return (
    <StatePage
      title={t`You've logged out here`}
      action={
        <>
          <a href={url} className={buttonClass({ variant: "primary", size: "large", wide: true })}>
            {t`Log out at ${{ host }}`}
          </a>
          {back}
        </>
      }
    >
      {t`You're still logged in at ${{ host }}. On a shared computer, log out there as well.`}
    </StatePage>
  );
}

/** A provider sent the browser here to log somebody out, with a word that ended nothing. */
function FailedLogout({ problem }: { readonly problem: string }) {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`Logout through your organization failed`}
      illustration={<DeniedIllustration />}
      action={
        <Link
          to={kartePage(kartePaths.signOut)}
          replace
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Log out here`}
        </Link>
      }
    >
      {problem === "unavailable"
        ? t`Too many logouts arrived from your network. You may still be logged in here.`
        : t`The message from your organization's login page couldn't be trusted, so nobody was logged out here. Log out here yourself, and tell your administrator.`}
    </StatePage>
  );
}
