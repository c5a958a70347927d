import { useLingui } from "@lingui/react/macro";
import { findMembers } from "@sekimori/console-contract/endpoints/members";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { look } from "../../app/look.ts";
import { FoundMembers } from "./found-members.tsx";

/** Members by whatever somebody has at hand, for a reason that the audit log keeps. */
export function FindPage() {
  const { t } = useLingui();
  const [shown, setShown] = useState(look.present);
  const form = useForm({
    defaultValues: { text: shown?.text ?? "", reason: shown?.reason ?? "" },
    fields: {
      text: {
        label: t`Search for`,
        requirement: "required",
        help: t`An email address, the beginnings of a name or company, a corporate number, an invoice number, a reference, or a card's last four digits and the day of a charge (4242 2026-11-26).`,
      },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it for this search and for each member you open from it.`,
      },
    },
    validator: async () =>
      schemaValidator((await import("@sekimori/console-contract/fields")).findBodySchema),
    place: ({ type }) => (type === "SearchInvalid" ? "text" : undefined),
    async onSubmit(body) {
      const found = await client.call(findMembers, { body });
      look.begin({ ...body, found });
      setShown(look.present());
    },
  });
  return (
    <>
      <PageHeader title={t`Find a member`} />
      <form {...form.props} className="mb-8 grid max-w-[48rem] gap-5">
        <FormSummary form={form} />
        <TextField {...form.field("text")} autoComplete="off" spellCheck={false} />
        <TextField {...form.field("reason")} autoComplete="off" />
        <div>
          <Button type="submit" variant="primary" pending={form.busy} pendingLabel={t`Searching`}>
            {t`Search`}
          </Button>
        </div>
      </form>
      {shown && <FoundMembers text={shown.text} found={shown.found} />}
    </>
  );
}
