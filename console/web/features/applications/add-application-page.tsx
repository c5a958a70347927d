import { useLingui } from "@lingui/react/macro";
import {
  type ApplicationKind,
  isReturnedTo,
  mayOmitPkce,
  type Registration,
} from "@sekimori/console-contract/application-schema";
import {
  type AddedApplication,
  addApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { isWebOrigin } from "@sekimori/kit-contract/application-address";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormFoot, PageForm } from "@sekimori/kit-web/shell/page-form";
import { useState } from "react";
import { client } from "../../app/integration-client.ts";
import { useMayIntegrate } from "../../app/session/integrator-query.ts";
import { AddedView } from "./added-view.tsx";
import { readAgain } from "./application-queries.ts";
import { kindWords } from "./kind-words.ts";
import { presetAddresses, presets } from "./presets.ts";
import { RegistrationFields } from "./registration-fields.tsx";
import { type RegistrationValues, valuesOf } from "./registration-values.ts";
import { useRegistrationFields } from "./use-registration-fields.ts";

interface Output {
  readonly kind: ApplicationKind;
  readonly id: string | undefined;
  readonly registration: Registration;
}

/** A new application: what it is made with, where it runs, and then its secret, once. */
export function AddApplicationPage() {
  const { t } = useLingui();
  const [preset, setPreset] = useState("server");
  const [added, setAdded] = useState<AddedApplication & { readonly preset: string }>();
  const fields = useRegistrationFields();
  const form = useForm<RegistrationValues, Output>({
    defaultValues: valuesOf("server"),
    fields,
    validator: async () => schemaValidator((await import("./schemas.ts")).registrationFormSchema),
    place: ({ type }) =>
      type === "ApplicationIdTaken"
        ? "id"
        : type === "PrivateAddress"
          ? "backChannelLogoutUri"
          : "form",
    async onSubmit({ id, kind, registration }) {
      const body = { kind, registration, ...(id !== undefined && { id }) };
      const answer = await client.call(addApplication, { body });
      await readAgain();
      setAdded({ ...answer, preset });
    },
  });
  if (added) return <AddedView added={added} />;
  return (
    <div className="max-w-[44rem]">
      <PageHeader title={t`Add an application`} />
      <PageForm form={form} submitLabel={t`Add the application`} pendingLabel={t`Working`}>
        <PresetField form={form} preset={preset} onChoose={setPreset} />
        <RegistrationFields form={form} kind={form.watch("kind") as ApplicationKind} />
      </PageForm>
      <FormFoot to={integrationPagePaths.applications}>{t`Back to the applications`}</FormFoot>
    </div>
  );
}

interface PresetFieldProps {
  readonly form: Pick<
    ReturnType<typeof useForm<RegistrationValues, Output>>,
    "set" | "field" | "watch"
  >;
  readonly preset: string;
  readonly onChoose: (id: string) => void;
}

/** What an application is made with, and where it runs: both fill the addresses in. */
function PresetField({ form, preset, onChoose }: PresetFieldProps) {
  const { t, i18n } = useLingui();
  const mayMakeServices = useMayIntegrate("make-services");
  const [origin, setOrigin] = useState("");
  const offered = presets.filter(({ kind }) => kind !== "service" || mayMakeServices);
  const present = presets.find(({ id }) => id === preset);

  function fill(id: string, at: string) {
    const chosen = presets.find((one) => one.id === id);
    if (chosen === undefined) return;
    form.set("kind", chosen.kind);
    const { idTokenClaims, ...addresses } = presetAddresses(chosen, at);
    form.set("idTokenClaims", idTokenClaims);
    // What is not shown of this kind is not sent either.
    if (!mayOmitPkce(chosen.kind)) form.set("isPkceOptional", false);
    if (chosen.kind === "service") form.set("scopes", "");
    if (!isReturnedTo(chosen.kind)) {
      for (const name of [...Object.keys(addresses), "initiateLoginUri", "origins"] as const) {
        form.set(name as keyof typeof addresses, "");
      }
    }
    if (!isWebOrigin(at) || chosen.redirectPath === undefined) return;
    for (const [name, value] of Object.entries(addresses)) {
      form.set(name as keyof typeof addresses, value);
    }
  }

  return (
    <>
      <Select
        label={t`What it's made with`}
        value={preset}
        onChange={({ currentTarget: { value } }) => {
          onChoose(value);
          fill(value, origin);
        }}
      >
        {offered.map(({ id, name, kind }) => (
          <option key={id} value={id}>
            {name ?? i18n._(kindWords[kind])}
          </option>
        ))}
      </Select>
      {present?.redirectPath !== undefined && (
        <TextField
          label={t`Where it runs`}
          help={t`Its origin, as https://app.example or http://localhost:4000. We fill the addresses in.`}
          value={origin}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          onChange={({ currentTarget: { value } }) => {
            setOrigin(value);
            fill(preset, value.trim());
          }}
        />
      )}
      {mayMakeServices && <TextField {...form.field("id")} autoComplete="off" spellCheck={false} />}
    </>
  );
}
