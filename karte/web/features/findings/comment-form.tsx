import { useLingui } from "@lingui/react/macro";
import { commentFinding } from "@sekimori/karte-contract/endpoints/findings";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { client } from "../../app/client.ts";

type Values = { text: string };

/** A word to the colleagues. */
export function CommentForm({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const form = useForm<Values, Values>({
    defaultValues: { text: "" },
    fields: { text: { label: t`Comment` } },
    validator: async () => schemaValidator((await import("./schemas.ts")).commentSchema),
    async onSubmit(body) {
      await client.call(commentFinding, { params: { id }, body });
      form.set("text", "");
      await queryClient.invalidateQueries({ queryKey: ["finding", id] });
    },
  });
  return (
    <form {...form.props} className="mt-2 grid max-w-[44rem] gap-3">
      <TextArea {...form.field("text")} rows={2} />
      <Button type="submit" className="w-fit" pending={form.busy} pendingLabel={t`Saving`}>
        {t`Add a comment`}
      </Button>
    </form>
  );
}
