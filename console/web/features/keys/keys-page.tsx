import { useLingui } from "@lingui/react/macro";
import type { SigningKeyView } from "@sekimori/console-contract/endpoints/keys";
import type { keyKinds } from "@sekimori/console-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../app/session/session-query.ts";
import { useWriting } from "../../app/words/here.ts";
import { Facts, Section } from "../../app/words/section.tsx";
import { keysQuery } from "./keys-query.ts";
import { RotateDialog } from "./rotate-dialog.tsx";

/** Which keys sign tokens and seal data, and how they are succeeded. */
export function KeysPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(keysQuery, queryClient);
  const mayRotate = useMay("rotate-keys");
  const [asked, setAsked] = useState<(typeof keyKinds)[number]>();
  return (
    <>
      <PageHeader
        title={t`Keys`}
        description={t`The portal's keys by name; no key is shown. Rotating them needs two people.`}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Keys`} />
      ) : (
        <>
          <Section title={t`Keys that sign tokens`}>
            <KeysTable keys={data.signing} />
            {mayRotate && (
              <Button className="mt-3" size="small" onClick={() => setAsked("signing")}>
                {t`Create new signing keys`}
              </Button>
            )}
          </Section>
          <Section title={t`Keys that seal data`}>
            <Facts
              facts={[
                { id: "current", label: t`Seals now`, value: data.data.current },
                {
                  id: "older",
                  label: t`Open older data`,
                  value: data.data.older.join(", ") || t`None`,
                },
              ]}
            />
            {mayRotate && (
              <Button className="mt-3" size="small" onClick={() => setAsked("data")}>
                {t`Seal everything with the current key`}
              </Button>
            )}
          </Section>
        </>
      )}
      {asked !== undefined && <RotateDialog kind={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function KeysTable({ keys }: { readonly keys: readonly SigningKeyView[] }) {
  const { t } = useLingui();
  const { moment } = useWriting();
  const now = serverClock.now();
  return (
    <Table label={t`Keys that sign tokens`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Key`}</ColumnHeader>
          <ColumnHeader>{t`Algorithm`}</ColumnHeader>
          <ColumnHeader>{t`Signs from`}</ColumnHeader>
          <ColumnHeader>{t`Published until`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.kid}>
            <RowHeader className="py-2 break-all">{key.kid}</RowHeader>
            <Cell className="py-2">{key.algorithm}</Cell>
            <Cell className="py-2">
              {moment(key.signsFrom)}{" "}
              {Date.parse(key.signsFrom) > now && <Badge tone="neutral">{t`Not yet`}</Badge>}
            </Cell>
            <Cell className="py-2">
              {key.publishedUntil === null
                ? t`Until it has a successor`
                : moment(key.publishedUntil)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
