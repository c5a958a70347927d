import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type LinkedIdentity,
  listLinkedIdentities,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { dialogs } from "./dialogs.ts";
import { Section } from "./section.tsx";
import { SettingButton } from "./setting-button.tsx";

const identitiesQuery = queryOptions({
  queryKey: ["linked-identities"],
  queryFn: () => client.call(listLinkedIdentities),
});

/** The external IDs by which the account can be entered, and a way to unlink each. */
export function ExternalIdsSection() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<LinkedIdentity>();
  const [unlinked, setUnlinked] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery(identitiesQuery, queryClient);

  useEffect(() => {
    // The button that opened the question went with its row and cannot take the focus back.
    if (unlinked !== undefined) heading.current?.focus();
  }, [unlinked]);

  function afterUnlinking({ id }: LinkedIdentity) {
    setChosen(undefined);
    setUnlinked(id);
    void refetch();
  }

  return (
    <Section
      title={t`External ID`}
      description={t`If you no longer use an external ID, unlink it. No one can log in with it after that.`}
      headingRef={heading}
    >
      {!data && <QueryState of={t`External ID`} error={error} onRetry={() => void refetch()} />}
      {data?.identities.length === 0 && (
        <p className="border-y border-border py-4 text-muted">{t`No external ID is linked.`}</p>
      )}
      {data && data.identities.length > 0 && (
        <ul className="border-t border-border">
          {data.identities.map((one) => (
            <IdentityRow key={one.id} identity={one} onUnlink={() => setChosen(one)} />
          ))}
        </ul>
      )}
      {chosen && (
        <dialogs.unlinkIdentity.Dialog
          identity={chosen}
          onClose={() => setChosen(undefined)}
          onUnlinked={() => afterUnlinking(chosen)}
        />
      )}
    </Section>
  );
}

interface IdentityRowProps {
  readonly identity: LinkedIdentity;
  readonly onUnlink: () => void;
}

function IdentityRow({ identity, onUnlink }: IdentityRowProps) {
  const { t } = useLingui();
  const { onlyWayIn } = identity;
  const provider = identity.provider[language.current()];
  const since = formatMoment(identity.linkedAt, language.current());
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-border py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-700 wrap-anywhere">{provider}</p>
        <p className="text-[0.875rem] text-muted">{t`Linked since ${{ since }}`}</p>
      </div>
      <SettingButton
        label={t`Unlink`}
        about={provider}
        reason={
          onlyWayIn ? t`This is your only way to log in, so it can't be unlinked.` : undefined
        }
        onPress={onUnlink}
      />
    </li>
  );
}
