import { useLingui } from "@lingui/react/macro";
import { type Role, roles } from "@sekimori/console-contract/rights";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { FieldError } from "@sekimori/kit-web/primitives/field-error";
import type { ReactNode } from "react";
import { roleWords } from "../../app/words/words.ts";
import { roleAbout } from "./role-about.ts";

interface RolesFieldProps {
  readonly label: ReactNode;
  readonly error: ReactNode;
  readonly id: string;
  /** The chosen ones with commas between. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What somebody is to be: one or several roles, each with what it is for. */
export function RolesField({ label, error, id, value, onChange }: RolesFieldProps) {
  const { i18n } = useLingui();
  const chosen = value.split(",").filter(Boolean);
  const set = (role: Role, isChosen: boolean) =>
    onChange(roles.filter((one) => (one === role ? isChosen : chosen.includes(one))).join(","));
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-700">{label}</legend>
      <div className="grid gap-2">
        {roles.map((role, index) => (
          <Checkbox
            key={role}
            {...(index === 0 && { id })}
            label={i18n._(roleWords[role])}
            help={i18n._(roleAbout[role])}
            checked={chosen.includes(role)}
            onChange={({ currentTarget: { checked } }) => set(role, checked)}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
