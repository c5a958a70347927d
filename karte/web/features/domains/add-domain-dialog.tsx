import { useLingui } from "@lingui/react/macro";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { problemWords } from "../../app/words/problem-words.ts";
import { tooManyLabels } from "../../app/words/too-many-labels.ts";

type Values = { name: string; label: string };

/** Adds one domain and goes to its page, where it is proved. */
export function AddDomainDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const form = useForm<Values, Values>({
    defaultValues: { name: "", label: "" },
    fields: {
      name: {
        label: t`Domain or host`,
        requirement: "required",
        help: t`For example example.co.jp or shop.example.co.jp`,
        sentence: ({ code, params }) => {
          if (code === "required") return;
          const why = Object.entries(problemWords).find(([one]) => one === params?.problem)?.[1];
          return why ? i18n._(why) : t`We can't scan this domain.`;
        },
      },
      label: {
        label: t`Labels`,
        requirement: "optional",
        help: t`Put commas between several.`,
        sentence: ({ params }) => tooManyLabels(params, i18n),
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).addDomainSchema),
    place: (error) => (error.type === "PlanLimit" ? "form" : undefined),
    async onSubmit(body) {
      const { id } = await client.call(addDomain, { body });
      await queryClient.invalidateQueries({ queryKey: ["domains"] });
      onClose();
      await navigate(`${pagePaths.inventoryDomain}?id=${id}`);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Add a domain`}
      submitLabel={t`Add`}
      pendingLabel={t`Adding`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField {...form.field("label")} autoComplete="off" />
    </FormDialog>
  );
}
