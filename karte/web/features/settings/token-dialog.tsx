import { useLingui } from "@lingui/react/macro";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import {
  canRestrictToken,
  scopeNames,
  type TokenScope,
} from "@sekimori/karte-contract/token-scopes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { TickList } from "./tick-list.tsx";
import { scopeWords } from "./token-words.ts";

type Values = { label: string; scopes: string; groups: string; days: string };
type Output = { label: string; scopes: TokenScope[]; groups: string[]; days: number };

/** Days for which a token can count. */
const lives = [30, 90, 365] as const;

interface TokenDialogProps {
  /** Called with the token, which is shown this once. */
  readonly onAdded: (secret: string) => void;
  readonly onClose: () => void;
}

/** Makes a token for a program. */
export function TokenDialog({ onAdded, onClose }: TokenDialogProps) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(groupsQuery, queryClient);
  const form = useForm<Values, Output>({
    defaultValues: { label: "", scopes: "read", groups: "", days: "90" },
    fields: {
      label: {
        label: t`Name`,
        requirement: "required",
        help: t`Name what uses it, so you recognize it later.`,
      },
      scopes: { label: t`Permissions` },
      groups: { label: t`Only domains in these groups` },
      days: { label: t`Valid for` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).tokenFormSchema),
    place: ({ type }) => (type === "PlanLimit" || type === "NotFound" ? "form" : undefined),
    async onSubmit({ groups, ...body }) {
      const isNarrow = groups.length > 0 && canRestrictToken(body.scopes);
      const { secret } = await client.call(addToken, {
        body: { ...body, groups: isNarrow ? groups : null },
      });
      await queryClient.invalidateQueries({ queryKey: ["tokens"] });
      onAdded(secret);
    },
  });
  const scopes = form.texts("scopes");
  const groups = form.texts("groups");
  const chosen = String(form.watch("scopes")).split(",") as TokenScope[];
  const all = data?.groups ?? [];
  return (
    <FormDialog
      form={form}
      title={t`Create an API token`}
      submitLabel={t`Create`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      focusableBody
    >
      <TextField {...form.field("label")} autoComplete="off" />
      <TickList
        label={scopes.label}
        error={scopes.error}
        id={form.idOf("scopes")}
        choices={scopeNames.map((id) => ({ id, name: i18n._(scopeWords[id]) }))}
        value={String(form.watch("scopes"))}
        onChange={(value) => form.set("scopes", value)}
      />
      {canRestrictToken(chosen) && all.length > 0 && (
        <div>
          <TickList
            label={groups.label}
            error={groups.error}
            id={form.idOf("groups")}
            choices={all}
            value={String(form.watch("groups"))}
            onChange={(value) => form.set("groups", value)}
          />
          <p className="mt-2 text-[0.875rem] text-muted">{t`Without a group, it covers all domains.`}</p>
        </div>
      )}
      <Select {...form.field("days")}>
        {lives.map((days) => (
          <option key={days} value={days}>
            {t`${{ days }} days`}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
