import { type FormSettings, useForm } from "@sekimori/kit-web/form/use-form";

type Values = { password: string };

interface PasswordFormSettings extends Pick<FormSettings<Values, Values>, "onSubmit" | "place"> {
  readonly label: string;
}

/** A form that asks for nothing but the password one has. */
export function usePasswordForm({ label, ...settings }: PasswordFormSettings) {
  return useForm<Values, Values>({
    ...settings,
    defaultValues: { password: "" },
    fields: { password: { label } },
    validator: async () => (values) =>
      values.password === "" ? { issues: [{ name: "password", code: "required" }] } : { values },
  });
}
