import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { GroupRolesPage } from "@sekimori/portal-contract/endpoints/group-roles";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AddGroupDialog, GroupsClaimDialog, RemoveGroupDialog } from "./group-role-dialogs.tsx";
import { roleWords } from "./group-role-words.ts";
import { groupRolesQuery } from "./group-roles-query.ts";

/** Which roles the organisation's groups stand for in the management application. */
export function GroupRolesSection() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(groupRolesQuery, queryClient);
  return (
    <section className="mb-12">
      <h2 className="scroll-mt-40 text-std-20B-150">{t`Roles by groups`}</h2>
      <p className="mt-1 text-muted">
        {t`Groups of your directory or provider can give members a role in the workspace on your contract. Members who lose the group lose the role. Nobody becomes an owner by a group, and people who were invited there keep their role.`}
      </p>
      {data ? <Roles page={data} /> : <QueryState error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

function Roles({ page }: { readonly page: GroupRolesPage }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<
    { readonly is: "add" | "claim" } | { readonly remove: string }
  >();
  const close = () => setOpen(undefined);
  const { claim, included, mappings } = page;
  const claimLabel = t`Change where groups are read`;
  const addLabel = t`Give a group a role`;
  const obstacle = t`Your plan doesn't include an organization now.`;
  return (
    <>
      <p className="mt-4">
        {claim === null
          ? t`Groups are read from your directory's provisioning only.`
          : t`Groups are read from your directory's provisioning, and at each login from ${{ claim }}.`}
      </p>
      {mappings.length > 0 && (
        <ul className="mt-4 border-t border-border">
          {mappings.map(({ value, role, domainGroups }) => (
            <li
              key={value}
              className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-border py-4"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-700 wrap-anywhere">{value}</p>
                <p className="text-muted wrap-anywhere">
                  <span>{i18n._(roleWords[role])}</span>
                  {domainGroups && <span>{`: ${domainGroups.join(", ")}`}</span>}
                </p>
              </div>
              <Button
                size="small"
                aria-label={`${t`Remove`}: ${value}`}
                onClick={() => setOpen({ remove: value })}
              >
                {t`Remove`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {included ? (
          <>
            <Button onClick={() => setOpen({ is: "add" })}>{addLabel}</Button>
            <Button onClick={() => setOpen({ is: "claim" })}>{claimLabel}</Button>
          </>
        ) : (
          <UnavailableButton reason={obstacle}>{addLabel}</UnavailableButton>
        )}
      </div>
      {open && "remove" in open && (
        <RemoveGroupDialog page={page} value={open.remove} onClose={close} />
      )}
      {open && "is" in open && open.is === "add" && <AddGroupDialog page={page} onClose={close} />}
      {open && "is" in open && open.is === "claim" && (
        <GroupsClaimDialog page={page} onClose={close} />
      )}
    </>
  );
}
