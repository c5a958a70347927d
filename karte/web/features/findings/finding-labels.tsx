import { useLingui } from "@lingui/react/macro";
import {
  type FindingPage as Finding,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { CloseIcon } from "@sekimori/kit-web/first-icons";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { client } from "../../app/client.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useMay } from "../../app/session/session-query.ts";

/** Labels of a finding, each with the way to take it off; nothing where it has none. */
export function FindingLabels({ finding: { id, labels } }: { readonly finding: Finding }) {
  const { t } = useLingui();
  const mayAssign = useMay("assign");
  if (labels.length === 0) return null;

  const remove = (label: string) =>
    reportedAct(() =>
      client.call(workFindings, {
        body: { findings: [id], act: { kind: "remove-labels", labels: [label] } },
      }),
    );

  return (
    <div className="col-span-full">
      <dt className="text-[0.875rem] text-muted">{t`Labels`}</dt>
      <dd className="flex flex-wrap gap-2">
        {labels.map((label) => (
          <span key={label} className="inline-flex items-center gap-1">
            <Badge tone="neutral">
              <bdi>{label}</bdi>
            </Badge>
            {mayAssign && (
              <IconButton
                size="small"
                label={t`Remove the label ${{ label }}`}
                icon={<CloseIcon />}
                onClick={() => void remove(label)}
              />
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}
