import { type FormSettings, useForm } from "./use-form.ts";

type Nothing = Record<never, never>;

/** The form of a question whose only answer is to do it: nothing is filled in. */
export const useActForm = (act: Pick<FormSettings<Nothing, Nothing>, "onSubmit" | "place">) =>
  useForm<Nothing, Nothing>({
    defaultValues: {},
    fields: {},
    validator: async () => (values) => ({ values }),
    ...act,
  });
