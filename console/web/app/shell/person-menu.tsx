import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { useSession } from "../session/session-query.ts";
import { rolesIn } from "../words/words.ts";
import { AccountMenu } from "./account-menu.tsx";

/** Who of the staff is signed in, with which roles. */
export function PersonMenu() {
  const { i18n } = useLingui();
  const { data: session } = useSession();
  if (!session) return null;
  const { name, roles } = session;
  return <AccountMenu name={name} as={rolesIn(roles, i18n)} signOut={pagePaths.signOut} />;
}
