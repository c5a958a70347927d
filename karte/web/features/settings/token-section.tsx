import { useLingui } from "@lingui/react/macro";
import { removeToken, type TokenView } from "@sekimori/karte-contract/endpoints/tokens";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Link } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useSession } from "../../app/session/session-query.ts";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";
import { useRecentSignIn } from "../../app/shell/recent-sign-in.tsx";
import { Section } from "../../app/shell/section.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { tokensQuery } from "./settings-queries.ts";
import { TokenDialog } from "./token-dialog.tsx";
import { scopeWords, tokenStateWords } from "./token-words.ts";

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "secret"; readonly secret: string }
  | { readonly kind: "revoke"; readonly token: TokenView };

/** Tokens by which programs of this workspace call. */
export function TokenSection() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  // Whoever was away to confirm a log-in comes back to what was begun.
  const [open, setOpen] = useState<Open | undefined>(
    address.get("act") === "token" ? { kind: "new" } : undefined,
  );
  const recent = useRecentSignIn();
  const hasPlan = useSession().data?.workspace?.plan.api ?? false;
  const { data, error, refetch } = useQuery(tokensQuery, queryClient);
  function close() {
    setOpen(undefined);
    // Opened once: neither a reload nor the way back opens it again.
    if (address.has("act")) void setAddress({}, { replace: true, animated: false });
  }
  return (
    <Section
      title={t`API tokens`}
      description={
        hasPlan
          ? t`Use a token to call the API from your programs. It never has more permissions than its creator.`
          : t`The API is part of the detailed diagnosis plan.`
      }
      actions={
        hasPlan && (
          <Button
            onClick={() =>
              recent.begin(() => setOpen({ kind: "new" }), `${pagePaths.settings}?act=token`)
            }
          >
            {t`Create token`}
          </Button>
        )
      }
    >
      <p className="mb-4">
        <Link href={`${apiBase}/docs`} newTabLabel={t`opens in a new tab`}>
          {t`API reference`}
        </Link>
      </p>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.tokens.length === 0 && <p className="text-muted">{t`No API tokens yet.`}</p>}
      {data && data.tokens.length > 0 && (
        <TokenTable tokens={data.tokens} onRevoke={(token) => setOpen({ kind: "revoke", token })} />
      )}
      {open?.kind === "new" && (
        <TokenDialog onClose={close} onAdded={(secret) => setOpen({ kind: "secret", secret })} />
      )}
      {open?.kind === "secret" && (
        <SecretDialog
          title={t`API token`}
          explanation={t`Anyone with this token can use its permissions. Store it like a password. We show it only once.`}
          secret={open.secret}
          onClose={close}
        />
      )}
      {recent.dialog}
      {open?.kind === "revoke" && (
        <ConfirmDialog
          title={t`Revoke “${{ name: open.token.label }}”?`}
          confirmLabel={t`Revoke`}
          danger
          onConfirm={async () => {
            const params = { id: open.token.id };
            if (await reportedAct(() => client.call(removeToken, { params }))) close();
          }}
          onClose={close}
        >
          <p>{t`Anything that uses this token stops working immediately.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface TokenTableProps {
  readonly tokens: readonly TokenView[];
  readonly onRevoke: (token: TokenView) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const { t, i18n } = useLingui();
  return (
    <Table label={t`API tokens`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`Permissions`}</ColumnHeader>
          <ColumnHeader>{t`Domains`}</ColumnHeader>
          <ColumnHeader>{t`Created by`}</ColumnHeader>
          <ColumnHeader>{t`Last used`}</ColumnHeader>
          <ColumnHeader>{t`Expires`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader>{t`Change`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => {
          const { id, label, hint, scopes, groups, createdBy, state } = token;
          return (
            <Row key={id}>
              <RowHeader>
                <bdi>{label}</bdi>
                <code className="block text-[0.875rem] font-400 text-muted">skt_…{hint}</code>
              </RowHeader>
              <Cell>{scopes.map((scope) => i18n._(scopeWords[scope])).join(", ")}</Cell>
              <Cell>
                <bdi>
                  {groups === null
                    ? t`All domains`
                    : groups.map(({ name }) => name).join(", ") || t`None (group deleted)`}
                </bdi>
              </Cell>
              <Cell>
                <bdi>{createdBy?.name || createdBy?.email || "–"}</bdi>
              </Cell>
              <Cell>
                <Moment at={token.lastUsedAt} />
              </Cell>
              <Cell>
                <Moment at={token.expiresAt} />
              </Cell>
              <Cell>
                <Badge tone={state === "in-use" ? "success" : "neutral"}>
                  {i18n._(tokenStateWords[state])}
                </Badge>
              </Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={t`Revoke the token: ${{ name: label }}`}
                  onClick={() => onRevoke(token)}
                >
                  {t`Revoke`}
                </Button>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
