import { useLingui } from "@lingui/react/macro";
import type { RefusalView } from "@sekimori/console-contract/endpoints/integration/refusals";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useWriting } from "../../app/words/here.ts";
import { endpointWords } from "./endpoint-words.ts";

interface RefusalCardProps {
  readonly refusal: RefusalView;
}

/** One refused request: why, and what was sent beside what is registered. */
export function RefusalCard({ refusal }: RefusalCardProps) {
  const { t, i18n } = useLingui();
  const { moment } = useWriting();
  const { endpoint, client, isRegistered, error, description, detail, reference, parameters } =
    refusal;
  const words = endpointWords[endpoint];
  return (
    <li className="rounded-8 border border-border p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-std-16B-170">
          <code>{error}</code>
        </h2>
        <span>{words === undefined ? endpoint : i18n._(words)}</span>
        <span className="text-[0.875rem] text-muted">{moment(refusal.at)}</span>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-[0.9375rem]">
        <code className="wrap-anywhere">{client === "" ? t`No client ID` : client}</code>
        {!isRegistered && client !== "" && (
          <Badge tone="warning">{t`No application has this ID`}</Badge>
        )}
      </p>
      <p lang="en" className="mt-1 wrap-anywhere">
        {[description, detail].filter((text) => text !== null).join(": ")}
      </p>
      <p className="mt-1 text-[0.875rem] text-muted">
        {t`Reference`}: <code className="wrap-anywhere">{reference}</code>
      </p>
      {parameters.length > 0 && (
        <div className="mt-3">
          <Table label={t`Parameters of ${reference}`}>
            <thead>
              <tr>
                <ColumnHeader>{t`Parameter`}</ColumnHeader>
                <ColumnHeader>{t`Received`}</ColumnHeader>
                <ColumnHeader>{t`Registered`}</ColumnHeader>
              </tr>
            </thead>
            <tbody>
              {parameters.map(({ name, received, registered }) => (
                <Row key={name}>
                  <RowHeader className="py-1.5">
                    <code>{name}</code>
                  </RowHeader>
                  <Cell className="py-1.5">
                    <code className="wrap-anywhere">{received ?? "–"}</code>
                  </Cell>
                  <Cell className="py-1.5">
                    {registered.length === 0
                      ? "–"
                      : registered.map((value) => (
                          <code key={value} className="block wrap-anywhere">
                            {value}
                          </code>
                        ))}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </li>
  );
}
