import { useLingui } from "@lingui/react/macro";
import {
  type ApplicationKind,
  applicationScopes,
  hasSecret,
  idTokenAlgorithms,
  isReturnedTo,
  mayOmitPkce,
} from "@sekimori/console-contract/application-schema";
import type { Form as AnyForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { AddressVerdicts } from "./address-verdicts.tsx";
import type { RegistrationValues } from "./registration-values.ts";

type Form = Pick<
  AnyForm<RegistrationValues, unknown>,
  "field" | "watch" | "set" | "texts" | "control"
>;

interface RegistrationFieldsProps {
  readonly form: Form;
  readonly kind: ApplicationKind;
}

/** What is registered of an application, as people fill it in; what few need is folded away. */
export function RegistrationFields({ form, kind }: RegistrationFieldsProps) {
  const { t } = useLingui();
  const isReturned = isReturnedTo(kind);
  const code = { autoComplete: "off", spellCheck: false, className: "font-mono" } as const;
  return (
    <>
      <TextField {...form.field("name")} autoComplete="off" />
      {isReturned && (
        <>
          <TextArea {...form.field("redirectUris")} {...code} rows={2} />
          <AddressVerdicts text={String(form.watch("redirectUris"))} isNative={kind === "native"} />
          <TextArea {...form.field("postLogoutRedirectUris")} {...code} rows={2} />
        </>
      )}
      {kind !== "service" && <ScopesField form={form} />}
      <Disclosure summary={t`More settings`}>
        <div className="grid gap-5">
          <TextField {...form.field("nameJa")} autoComplete="off" lang="ja" />
          <TextField {...form.field("nameEn")} autoComplete="off" lang="en" />
          {isReturned && (
            <>
              <TextField {...form.field("backChannelLogoutUri")} {...code} inputMode="url" />
              <TextField {...form.field("initiateLoginUri")} {...code} inputMode="url" />
              <TextArea {...form.field("origins")} {...code} rows={2} />
            </>
          )}
          <TextField {...form.field("policyUri")} {...code} inputMode="url" />
          <TextField {...form.field("termsUri")} {...code} inputMode="url" />
          {hasSecret(kind) && (
            <Select {...form.field("secretIn")}>
              <option value="client_secret_basic">{t`In the header (HTTP Basic)`}</option>
              <option value="client_secret_post">{t`In the body`}</option>
            </Select>
          )}
          <Select {...form.field("idTokenAlgorithm")}>
            {idTokenAlgorithms.map((algorithm) => (
              <option key={algorithm} value={algorithm}>
                {algorithm}
              </option>
            ))}
          </Select>
          <Tick form={form} name="idTokenClaims" />
          {mayOmitPkce(kind) && <Tick form={form} name="isPkceOptional" />}
          <Tick form={form} name="requirePushedRequests" />
          <Tick form={form} name="requireDpop" />
        </div>
      </Disclosure>
    </>
  );
}

/** Ticked scopes stand in one field with commas between; none ticked is all of them. */
function ScopesField({ form }: Pick<RegistrationFieldsProps, "form">) {
  const { t } = useLingui();
  const { label } = form.field("scopes");
  const chosen = String(form.watch("scopes")).split(",").filter(Boolean);
  return (
    <fieldset>
      <legend className="mb-1 font-700">{label}</legend>
      <p className="mb-2 text-[0.875rem] text-muted">
        {t`Everything, unless you choose. People who log in are asked what it may have.`}
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {applicationScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              form.set(
                "scopes",
                applicationScopes
                  .filter((one) => (one === scope ? checked : chosen.includes(one)))
                  .join(","),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TickProps extends Pick<RegistrationFieldsProps, "form"> {
  readonly name: "idTokenClaims" | "isPkceOptional" | "requirePushedRequests" | "requireDpop";
}

function Tick({ form, name }: TickProps) {
  const { requirement: _, ...texts } = form.texts(name);
  return <Checkbox {...texts} {...form.control(name)} />;
}
