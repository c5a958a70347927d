import { useLingui } from "@lingui/react/macro";
import { PersonIcon, SignOutIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu } from "@sekimori/kit-web/primitives/menu";

interface AccountMenuProps {
  readonly name: string;
  /** As what they are here: roles, say. */
  readonly as: string;
  /** The page that logs out. */
  readonly signOut: string;
}

/** Who is signed in, and the way out. */
export function AccountMenu({ name, as, signOut }: AccountMenuProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Your account`}
      width={280}
      heading={
        <>
          <p className="font-700">{name}</p>
          <p className="text-[0.875rem] text-muted">{as}</p>
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
          onAction: () => window.location.assign(signOut),
        },
      ]}
    />
  );
}
