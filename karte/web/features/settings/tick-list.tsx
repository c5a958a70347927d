import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { FieldError } from "@sekimori/kit-web/primitives/field-error";
import type { ReactNode } from "react";

interface TickListProps {
  readonly label: ReactNode;
  readonly error: ReactNode;
  readonly id: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** The chosen ids with commas between, as a form's flat field holds them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several of a short list. */
export function TickList({ label, error, id, choices, value, onChange }: TickListProps) {
  const chosen = value.split(",").filter(Boolean);
  return (
    <fieldset>
      <legend className="mb-2 font-700">{label}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.name}
            checked={chosen.includes(choice.id)}
            onChange={({ currentTarget: { checked } }) => {
              const others = chosen.filter((one) => one !== choice.id);
              onChange((checked ? [...others, choice.id] : others).join(","));
            }}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
