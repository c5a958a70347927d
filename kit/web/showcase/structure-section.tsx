import { useState } from "react";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { DescriptionList } from "../primitives/description-list.tsx";
import { Disclosure } from "../primitives/disclosure.tsx";
import { Link } from "../primitives/link.tsx";
import { StepIndicator } from "../primitives/step-indicator.tsx";
import {
  Cell,
  ColumnHeader,
  Row,
  RowHeader,
  type SortDirection,
  Table,
} from "../primitives/table.tsx";
import { Tabs } from "../primitives/tabs.tsx";
import { Section } from "./section.tsx";
import type { Texts } from "./texts.ts";

const gradeTones: Record<string, "success" | "key" | "warning"> = {
  A: "success",
  B: "key",
  C: "warning",
};

function Domains({ t }: { t: Texts }) {
  const [direction, setDirection] = useState<SortDirection | "none">("none");
  const sign = direction === "ascending" ? 1 : -1;
  const rows =
    direction === "none"
      ? t.rows
      : t.rows.toSorted((left, right) => sign * (left.findings - right.findings));
  return (
    <Table label={t.table}>
      <thead>
        <tr>
          <ColumnHeader>{t.columns[0]}</ColumnHeader>
          <ColumnHeader>{t.columns[1]}</ColumnHeader>
          <ColumnHeader numeric sort={direction} onSort={setDirection}>
            {t.columns[2]}
          </ColumnHeader>
          <ColumnHeader>{t.columns[3]}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ domain, grade, findings, date }) => (
          <Row key={domain}>
            <RowHeader>{domain}</RowHeader>
            <Cell>
              <Badge tone={gradeTones[grade]}>{grade}</Badge>
            </Cell>
            <Cell numeric>{findings}</Cell>
            <Cell>{date}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function StructureSection({ t }: { t: Texts }) {
  return (
    <Section id="structure" title={t.structure}>
      <StepIndicator label={t.stepLabel} steps={t.steps} current={2} doneLabel={t.done} />
      <Tabs
        label={t.tabList}
        items={t.tabs.map((label, index) => ({
          id: String(index),
          label,
          content: <p>{t.tabTexts[index]}</p>,
        }))}
      />
      <Domains t={t} />
      <DescriptionList
        rows={t.facts.map(({ label, value }) => ({
          id: label,
          label,
          value,
          action: (
            <Link href="#fields">
              {t.change}
              <span className="sr-only">: {label}</span>
            </Link>
          ),
        }))}
      />
      <Disclosure summary={t.details}>
        <p>{t.detailsBody}</p>
      </Disclosure>
      <div>
        <Button size="small">{t.resend}</Button>
      </div>
    </Section>
  );
}
