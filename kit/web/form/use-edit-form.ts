import { useState } from "react";
import { ApiError, isApiError } from "../client/api-error.ts";
import { type FieldName, type FormSettings, type FormValues, useForm } from "./use-form.ts";

/** A field that somebody else saved while it was being edited. */
export interface ChangedField {
  readonly name: string;
  readonly label: string;
  readonly saved: string;
  readonly yours: string;
}

/** What a form shows when its save was refused: what is saved now, what was entered, and a choice. */
export interface ChangedMeanwhile {
  readonly fields: readonly ChangedField[];
  /** Fills the form with what is saved now. */
  takeSaved(): void;
  /** Leaves what was entered: the next save replaces what is saved now. */
  keepMine(): void;
}

interface EditSettings<Values extends FormValues, Output, Kept>
  extends Omit<FormSettings<Values, Output>, "defaultValues" | "onSubmit"> {
  /** The record as the page has it; what comes after the form was opened changes nothing in it. */
  readonly record: Kept;
  /** The record as it is stored now, if it still is; asked when a save is refused. */
  readonly reread: () => Promise<Kept | undefined>;
  readonly valuesOf: (record: Kept) => Values;
  /** A value as it is shown beside another one; as it is unless given. */
  readonly shown?: (name: FieldName<Values>, value: string) => string;
  /** Sends what is to be stored, and the record that the person looked at. */
  readonly save: (values: Output, was: Kept) => Promise<unknown>;
}

/**
 * A form that changes a record which others change too. A save names what the form was filled with;
 * where something else is stored by now, nothing is saved, and the person sees both and chooses.
 */
export function useEditForm<Values extends FormValues, Output, Kept>({
  record,
  reread,
  valuesOf,
  shown = (_, value) => value,
  save,
  ...settings
}: EditSettings<Values, Output, Kept>) {
  const [was, setWas] = useState(record);
  const [refused, setRefused] = useState<{ readonly now: Kept; readonly mine: Values }>();

  const form = useForm<Values, Output>({
    ...settings,
    defaultValues: valuesOf(record),
    async onSubmit(values) {
      setRefused(undefined);
      try {
        await save(values, was);
      } catch (error) {
        if (!isApiError(error, "ChangedMeanwhile")) throw error;
        const now = await reread();
        if (now === undefined)
          throw new ApiError({ type: "NotFound", status: 404, message: "gone" });
        setRefused({ now, mine: { ...form.values() } });
      }
    },
  });

  function choose(now: Kept, take: readonly FieldName<Values>[]): void {
    const values = valuesOf(now);
    for (const name of take) form.set(name, values[name]);
    setWas(now);
    setRefused(undefined);
  }

  function changedMeanwhile(now: Kept, mine: Values): ChangedMeanwhile {
    const saved = valuesOf(now);
    const names = (Object.keys(settings.fields) as FieldName<Values>[]).filter(
      (name) => saved[name] !== mine[name],
    );
    return {
      fields: names.map((name) => ({
        name,
        label: settings.fields[name].label,
        saved: shown(name, String(saved[name])),
        yours: shown(name, String(mine[name])),
      })),
      takeSaved: () => choose(now, names),
      keepMine: () => choose(now, []),
    };
  }

  /** `was`: the record that the next save names. */
  return { ...form, was, meanwhile: refused && changedMeanwhile(refused.now, refused.mine) };
}
