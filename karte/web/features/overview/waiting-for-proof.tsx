import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { proofWords } from "../../app/words/words.ts";
import { listAddresses } from "./list-addresses.ts";

interface WaitingForProofProps {
  readonly domains: Overview["waitingForProof"];
  readonly group: string | undefined;
}

/** Domains that are not diagnosed because nobody has shown that they are ours. */
export function WaitingForProof({ domains, group }: WaitingForProofProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <ul className="border-t border-border">
        {domains.map(({ id, name, proof }) => (
          <li key={id} className="border-b border-border py-1.5">
            <Link to={`${pagePaths.inventoryDomain}?id=${id}`} className={`${linkClass} break-all`}>
              {name}
            </Link>
            {proof === "lapsed" && (
              <span className="ml-2 text-[0.8125rem] text-warning">
                {i18n._(proofWords.lapsed)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[0.875rem]">
        <Link to={listAddresses.domains({ group, proof: "none,lapsed" })} className={linkClass}>
          {t`Show all`}
        </Link>
      </p>
    </>
  );
}
