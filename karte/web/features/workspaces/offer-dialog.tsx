import { useLingui } from "@lingui/react/macro";
import { type OfferKind, offerWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { receiversQuery } from "./workspace-queries.ts";

interface OfferDialogProps {
  readonly what: OfferKind;
  readonly onClose: () => void;
}

type Values = { to: string };

/** Offers a member the ownership or the contract; it counts with their word. */
export function OfferDialog({ what, onClose }: OfferDialogProps) {
  const { t } = useLingui();
  const mayInvite = useMay("invite-people");
  const isOwner = useMay("transfer-ownership");
  const { data } = useQuery(receiversQuery, queryClient);
  const people = (data?.people ?? []).filter(({ role }) => what === "contract" || role !== "owner");
  const form = useForm<Values, Values>({
    defaultValues: { to: "" },
    fields: { to: { label: t({ message: "To", context: "recipient" }), requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).offerSchema),
    place: ({ type }) => (type === "NotFound" || type === "WrongState" ? "form" : undefined),
    async onSubmit({ to }) {
      try {
        await client.call(offerWorkspace, { body: { to, what } });
      } finally {
        await queryClient.invalidateQueries();
      }
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={what === "ownership" ? t`Transfer ownership` : t`Transfer contract`}
      submitLabel={t`Send request`}
      pendingLabel={t`Sending`}
      cancelLabel={t`Cancel`}
      unavailable={people.length === 0}
      onClose={onClose}
    >
      <p>
        {what === "ownership"
          ? t`When they accept, they become an owner and you become an administrator.`
          : isOwner
            ? t`When they accept, the workspace moves to their contract, with its limits and fees, and they become an owner. Anything over their plan's limits becomes read-only.`
            : t`When they accept, the workspace moves to their contract, with its limits and fees. Their role stays the same, and you can leave. Anything over their plan's limits becomes read-only.`}
      </p>
      {people.length > 0 && (
        <Select {...form.field("to")}>
          <option value="">{t`Choose a person`}</option>
          {people.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {`${name} (${email})`}
            </option>
          ))}
        </Select>
      )}
      {data && people.length === 0 && (
        <p className="text-muted">
          {mayInvite
            ? t`There's no one to transfer it to. Invite them first.`
            : t`There's no one to transfer it to.`}
        </p>
      )}
    </FormDialog>
  );
}
