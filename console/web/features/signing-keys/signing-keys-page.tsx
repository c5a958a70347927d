import { useLingui } from "@lingui/react/macro";
import {
  listSigningKeys,
  type SigningKeyView,
} from "@sekimori/console-contract/endpoints/integration/keys";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";
import { useWriting } from "../../app/words/here.ts";
import { keyStateWords } from "./key-words.ts";

/** The keys that tokens are signed with: which, since when, and when the next takes over. */
export function SigningKeysPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["keys"],
      queryFn: () => client.call(listSigningKeys),
      refetchOnWindowFocus: false,
    },
    queryClient,
  );
  return (
    <>
      <PageHeader
        title={t`Signing keys`}
        description={t`Tokens are signed with these keys. Fetch them from the address below and keep them for a while, but fetch them again when a token names a key that you don't have.`}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className="mb-6">
            <CopyField label={t`Address of the keys (JWKS)`} text={data.address} />
          </div>
          <KeysTable keys={data.keys} />
        </>
      )}
    </>
  );
}

const tones = { signing: "success", waiting: "warning", retired: "neutral" } as const;

function KeysTable({ keys }: { readonly keys: readonly SigningKeyView[] }) {
  const { t, i18n } = useLingui();
  const { day } = useWriting();
  const dayOf = (moment: string | null) =>
    moment === null ? "–" : day(tokyoDay(new Date(moment)));
  return (
    <Table label={t`Signing keys`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Key ID`}</ColumnHeader>
          <ColumnHeader>{t`Algorithm`}</ColumnHeader>
          <ColumnHeader>{t`State`}</ColumnHeader>
          <ColumnHeader>{t`Signs from`}</ColumnHeader>
          <ColumnHeader>{t`Next key signs from`}</ColumnHeader>
          <ColumnHeader>{t`Published until`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <RowHeader>
              <code className="wrap-anywhere">{key.id}</code>
            </RowHeader>
            <Cell>{key.algorithm}</Cell>
            <Cell>
              <Badge tone={tones[key.state]}>{i18n._(keyStateWords[key.state])}</Badge>
            </Cell>
            <Cell>{dayOf(key.signsFrom)}</Cell>
            <Cell>{dayOf(key.signsUntil)}</Cell>
            <Cell>{dayOf(key.publishedUntil)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
