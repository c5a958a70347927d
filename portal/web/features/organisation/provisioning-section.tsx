import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { scimTokensMost } from "@sekimori/portal-contract/constants";
import type {
  DirectoryPerson,
  Provisioning,
  ScimTokenView,
} from "@sekimori/portal-contract/endpoints/provisioning";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { provisioningQuery } from "./provisioning-query.ts";
import { EndTokenDialog, MakeTokenDialog, NewTokenDialog } from "./scim-token-dialogs.tsx";

const moment = (iso: string) => formatMoment(iso, language.current());

/** Provisioning by the organisation's directory: where it comes, by which tokens, and whom it brought. */
export function ProvisioningSection({ included }: { readonly included: boolean }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(provisioningQuery, queryClient);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [ending, setEnding] = useState<ScimTokenView>();
  return (
    <section className="mb-12">
      <h2 className="scroll-mt-40 text-std-20B-150">{t`Provisioning from your directory`}</h2>
      <p className="mt-1 text-muted">
        {t`Your directory, such as Microsoft Entra ID or Okta, tells us who belongs to your organization (SCIM 2.0). People it turns off lose access at once; nothing is deleted.`}
      </p>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div className="mt-4">
            <CopyField label={t`SCIM address to enter at your directory`} text={data.baseUrl} />
          </div>
          <Tokens tokens={data.tokens} onEnd={setEnding} />
          <div className="mt-4">
            <MakeButton data={data} included={included} onMake={() => setMaking(true)} />
          </div>
          {data.people.all > 0 && <Figures data={data} />}
          {data.latest.length > 0 && <Latest people={data.latest} />}
        </>
      )}
      {making && (
        <MakeTokenDialog
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && <NewTokenDialog token={made} onClose={() => setMade(undefined)} />}
      {ending && <EndTokenDialog token={ending} onClose={() => setEnding(undefined)} />}
    </section>
  );
}

interface MakeButtonProps {
  readonly data: Provisioning;
  readonly included: boolean;
  readonly onMake: () => void;
}

function MakeButton({ data, included, onMake }: MakeButtonProps) {
  const { t } = useLingui();
  const isFull = data.tokens.filter(({ isExpired }) => !isExpired).length >= scimTokensMost;
  if (included && !isFull) return <Button onClick={onMake}>{t`Create a token`}</Button>;
  const reason = included
    ? t`You already have two tokens. End one first.`
    : t`Your plan doesn't include an organization now.`;
  return <UnavailableButton reason={reason}>{t`Create a token`}</UnavailableButton>;
}

interface TokensProps {
  readonly tokens: readonly ScimTokenView[];
  readonly onEnd: (token: ScimTokenView) => void;
}

function Tokens({ tokens, onEnd }: TokensProps) {
  const { t } = useLingui();
  if (tokens.length === 0) {
    return <p className="mt-4 border-y border-border py-4 text-muted">{t`No tokens yet.`}</p>;
  }
  return (
    <ul className="mt-4 border-t border-border">
      {tokens.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-border py-4"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-2 font-700">
              {t`Token ending in ${{ hint: one.hint }}`}{" "}
              {one.isExpired && <Badge tone="danger">{t`Expired`}</Badge>}
            </p>
            <p className="text-[0.875rem] text-muted">
              {t`Created ${{ at: moment(one.createdAt) }}`} ·{" "}
              {t`Expires ${{ at: moment(one.expiresAt) }}`}
            </p>
            <p className="text-[0.875rem] text-muted">
              {one.lastUsedAt ? t`Last used ${{ at: moment(one.lastUsedAt) }}` : t`Not used yet`}
            </p>
          </div>
          <Button size="small" aria-label={`${t`End`}: ${one.hint}`} onClick={() => onEnd(one)}>
            {t`End`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Figures({ data: { people, groups } }: { readonly data: Provisioning }) {
  const { t } = useLingui();
  return (
    <div className="mt-6">
      <DescriptionList
        rows={[
          { id: "all", label: t`People in your directory`, value: people.all },
          { id: "joined", label: t`Of these, have joined here`, value: people.joined },
          { id: "off", label: t`Turned off`, value: people.off },
          { id: "groups", label: t`Groups`, value: groups },
        ]}
      />
    </div>
  );
}

/** Whom the directory changed last. */
function Latest({ people }: { readonly people: readonly DirectoryPerson[] }) {
  const { t } = useLingui();
  return (
    <Disclosure className="mt-4" summary={t`People changed last`}>
      <ul className="border-t border-border">
        {people.map((one) => (
          <li key={one.id} className="border-b border-border py-3">
            <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
              <span>{one.name ?? one.userName}</span>
              {!one.active && <Badge tone="warning">{t`Turned off`}</Badge>}
              {one.active && !one.joined && <Badge tone="neutral">{t`Hasn't joined yet`}</Badge>}
            </p>
            <p className="text-[0.875rem] text-muted wrap-anywhere">
              {one.name !== null && <span>{`${one.userName} · `}</span>}
              <span>{t`Changed ${{ at: moment(one.changedAt) }}`}</span>
            </p>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
