import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import type { Look } from "../../app/look.ts";
import { useWriting } from "../../app/words/here.ts";
import { planName, standingWords } from "../../app/words/words.ts";

const memberAddress = (id: string) => `${pagePaths.member}?${new URLSearchParams({ id })}`;

/** What a search found: as much of each member as it takes to tell them apart. */
export function FoundMembers({ text, found }: Pick<Look, "text" | "found">) {
  const { t, i18n } = useLingui();
  const { day } = useWriting();
  const { members, more, deleted, isFilling } = found;
  const count = members.length;
  return (
    <div className="grid gap-4">
      <p role="status" className="text-[0.9375rem] text-muted">
        {plural(count, { one: "# member was found", other: "# members were found" })}
      </p>
      {more && <Banner tone="info" title={t`There are more. Narrow the search down.`} />}
      {isFilling && (
        <Banner
          tone="warning"
          title={t`We're still indexing the names of older accounts. Search again later.`}
        />
      )}
      {deleted.map((id) => (
        <Banner
          key={id}
          title={t`This belongs to a deleted account`}
          action={
            <Link to={memberAddress(id)} className={linkClass}>
              {t`See its remaining history`}
            </Link>
          }
        />
      ))}
      {count === 0 && deleted.length === 0 && (
        <EmptyState title={t`No members found`}>
          {t`Nothing matches “${text}”. Check the spelling, or search by something else: names are found by the beginnings of their words, and width and case don't matter.`}
        </EmptyState>
      )}
      {count > 0 && (
        <Table label={t`Members found`}>
          <thead>
            <tr>
              <ColumnHeader>{t`Name`}</ColumnHeader>
              <ColumnHeader>{t`Company`}</ColumnHeader>
              <ColumnHeader>{t`State`}</ColumnHeader>
              <ColumnHeader>{t`Plan`}</ColumnHeader>
              <ColumnHeader>{t`Since`}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {members.map(({ id, name, company, standing, plan, createdAt }) => (
              <Row key={id}>
                <RowHeader className="py-2">
                  <Link to={memberAddress(id)} className={linkClass}>
                    {name}
                  </Link>
                </RowHeader>
                <Cell className="py-2">{company ?? "–"}</Cell>
                <Cell className="py-2">
                  <Badge tone={standingWords[standing].tone}>
                    {i18n._(standingWords[standing].name)}
                  </Badge>
                </Cell>
                <Cell className="py-2">{plan === null ? "–" : planName(plan, i18n)}</Cell>
                <Cell className="py-2">{day(tokyoDay(new Date(createdAt)))}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
