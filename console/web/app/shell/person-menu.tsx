import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { PersonIcon, SignOutIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { useSession } from "../session/session-query.ts";
import { rolesIn } from "../words/words.ts";

/** Who is signed in with which roles, and the way out. */
export function PersonMenu() {
  const { t, i18n } = useLingui();
  const { data: session } = useSession();
  if (!session) return null;
  const { name, roles } = session;
  return (
    <Menu
      label={t`Your account`}
      width={280}
      heading={
        <>
          <p className="font-700">{name}</p>
          <p className="text-[0.875rem] text-muted">{rolesIn(roles, i18n)}</p>
        </>
      }
      trigger={
        <button type="button" className={buttonClass({ variant: "plain" })}>
          <PersonIcon />
          <span className="sr-only">{t`Your account`}: </span>
          <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
        </button>
      }
      items={[
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
