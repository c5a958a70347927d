import { useLingui } from "@lingui/react/macro";
import { portalPaths } from "@sekimori/karte-contract/constants";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { DownloadIcon, PersonIcon, SignOutIcon } from "@sekimori/kit-web/icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { site } from "../client.ts";
import { reportError } from "../sentences/report-error.ts";
import { useSession } from "../session/session-query.ts";

/** The portal gathers what both applications keep about the person. */
function goToOwnData() {
  site()
    .then(({ portalOrigin }) => window.location.assign(`${portalOrigin}${portalPaths.data}`))
    .catch(reportError);
}

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const { t } = useLingui();
  const { data: session } = useSession();
  if (!session) return null;
  const { name, email } = session.person;
  return (
    <Menu
      label={t`Your account`}
      width={280}
      heading={
        <>
          <p className="font-700">{name}</p>
          <p className="text-[0.875rem] break-all text-muted">{email}</p>
        </>
      }
      trigger={<IconButton label={t`Your account`} icon={<PersonIcon />} />}
      items={[
        {
          id: "data",
          label: t`Download your data`,
          icon: <DownloadIcon />,
          onAction: goToOwnData,
        },
        {
          id: "sign-out",
          label: t`Log out`,
          icon: <SignOutIcon />,
          onAction: () => window.location.assign(pagePaths.signOut),
        },
      ]}
    />
  );
}
