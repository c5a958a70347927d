import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { importCandidates } from "@sekimori/karte-contract/endpoints/discovery";
import { listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";

/** Domains whose zone can be given; more are reached by the API. */
const zonesShown = 100;

/** A zone file of one domain, or a file with addresses: read as text, in whatever form a cloud writes it. */
export function CandidateFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { data } = useQuery(
    {
      queryKey: ["domains", "zones"],
      queryFn: () => client.call(listDomains, { query: { proof: "proved", size: zonesShown } }),
    },
    queryClient,
  );
  const form = useForm<{ of: string; text: string }, { of: string; text: string }>({
    defaultValues: { of: "addresses", text: "" },
    fields: {
      of: { label: t`Kind of file`, requirement: "required" },
      text: {
        label: t`Contents of the file`,
        requirement: "required",
        help: t`Paste the contents unchanged. From a zone file we take the names, from a cloud's list the public IPv4 addresses, and look up their names.`,
      },
    },
    validator: async () => schemaValidator((await import("./candidate-schemas.ts")).fileSchema),
    async onSubmit({ of, text }) {
      const body =
        of === "addresses"
          ? ({ kind: "addresses", text } as const)
          : ({ kind: "zone", domain: of, text } as const);
      const { read } = await client.call(importCandidates, { body });
      const title =
        of === "addresses"
          ? plural(read, {
              one: "# entry read. Looking up its name.",
              other: "# entries read. Looking up their names.",
            })
          : plural(read, { one: "# new name", other: "# new names" });
      toasts.show({ tone: "success", title });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Read a file`}
      submitLabel={t`Read`}
      pendingLabel={t`Reading`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("of")}>
        <option value="addresses">{t`A cloud's list of IP addresses`}</option>
        {data?.domains.map(({ id, name }) => (
          <option key={id} value={id}>
            {t`Zone file of ${{ name: name.unicode }}`}
          </option>
        ))}
      </Select>
      <TextArea {...form.field("text")} spellCheck={false} />
    </FormDialog>
  );
}
