import { useLingui } from "@lingui/react/macro";
import type { ContractView } from "@sekimori/karte-contract/endpoints/contract";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { language } from "../../app/language.ts";

/** How much the plan holds and how much of it is used. */
export function Measures({ contract }: { readonly contract: ContractView }) {
  const { t, i18n } = useLingui();
  const { domains, people, quota, workspaces } = contract;
  const renews = formatMoment(quota.renewsAt, language.current()).replace(/ .*/, "");
  const rows = [
    { id: "runs", label: t`Manual scans this month (resets on ${{ renews }})`, ...quota },
    { id: "domains", label: t`Domains`, ...domains },
    { id: "people", label: t`People, including invitations`, ...people },
  ];
  return (
    <>
      <Table label={t`Plan limits`}>
        <thead>
          <tr>
            <ColumnHeader>{t`Item`}</ColumnHeader>
            <ColumnHeader numeric>{t`Used`}</ColumnHeader>
            <ColumnHeader numeric>{t`Limit`}</ColumnHeader>
            <ColumnHeader>
              <span className="sr-only">{t`Status`}</span>
            </ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, used, limit }) => (
            <Row key={id}>
              <RowHeader>{label}</RowHeader>
              <Cell numeric>{used === null ? "–" : i18n.number(used)}</Cell>
              <Cell numeric>{limit === null ? t`Unlimited` : i18n.number(limit)}</Cell>
              <Cell>
                {limit !== null && used !== null && used > limit && (
                  <Badge tone="warning">{t`Over plan limit`}</Badge>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {workspaces.length > 1 && (
        <p className="mt-3 text-[0.875rem] text-muted">
          {t`Workspaces on this contract:`}{" "}
          <bdi>{workspaces.map(({ name, domains: count }) => `${name} (${count})`).join(", ")}</bdi>
        </p>
      )}
    </>
  );
}
