import { useLingui } from "@lingui/react/macro";
import { personName } from "@sekimori/kit-contract/person-name";
import { HelpIcon, PersonIcon, SignOutIcon } from "@sekimori/kit-web/icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { language } from "../language.ts";
import { useSite } from "../site.ts";
import { useAccount } from "./use-account.ts";

/** Who is signed in, and what they may do about it (specification 1). */
export function ProfileMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const site = useSite();
  const account = useAccount();
  const { first_name = "", last_name = "", email_address = "" } = account;
  return (
    <Menu
      label={t`Account`}
      width={280}
      trigger={<IconButton label={t`Account`} icon={<PersonIcon />} />}
      heading={
        <>
          <p className="font-700">{personName(first_name, last_name, language.current())}</p>
          <p className="text-[0.875rem] text-muted">{email_address}</p>
        </>
      }
      items={[
        {
          id: "my-page",
          label: t`My Page`,
          icon: <PersonIcon />,
          onAction: () => void navigate(pagePaths.security),
        },
        {
          id: "contact",
          label: t`Contact`,
          icon: <HelpIcon />,
          href: site?.contactUrl,
          newTab: true,
          disabled: site === undefined,
        },
        {
          id: "sign-out",
          label: t`Log out`,
          icon: <SignOutIcon />,
          onAction: () => void navigate(kartePage(kartePaths.signOut)),
        },
      ]}
    />
  );
}
