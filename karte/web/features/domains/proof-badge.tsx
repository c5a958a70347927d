import { useLingui } from "@lingui/react";
import type { ProofState } from "@sekimori/karte-contract/words";
import { WarningIcon } from "@sekimori/kit-web/first-icons";
import { CheckIcon } from "@sekimori/kit-web/icons";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { proofWords } from "../../app/words/words.ts";

const looks = {
  none: { tone: "neutral", icon: undefined },
  proved: { tone: "success", icon: <CheckIcon width="1em" height="1em" /> },
  lapsed: { tone: "warning", icon: <WarningIcon width="1em" height="1em" /> },
} as const;

/** Whether the domain is shown to be the workspace's. */
export function ProofBadge({ state }: { readonly state: ProofState }) {
  const { i18n } = useLingui();
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {i18n._(proofWords[state])}
    </Badge>
  );
}
