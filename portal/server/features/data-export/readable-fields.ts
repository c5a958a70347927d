import type { Localized } from "@sekimori/kit-contract/locale";

/**
 * How a value is written, where its type alone does not say it. Of a document's version the day is
 * enough for people; its hash stands in the file for programs.
 */
export type Writer =
  | "yen"
  | "percent"
  | "month"
  | "moment"
  | "prefecture"
  | "version"
  | "words"
  /** Of what is on or off, in place of yes and no. */
  | "switch";

type KeysOf<T> = T extends unknown ? keyof T & string : never;
type ValueAt<T, K extends string> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** What is within lists and beside nothing. */
type Inner<V> = NonNullable<V> extends readonly (infer One)[] ? NonNullable<One> : NonNullable<V>;

interface Labelled {
  readonly label: Localized;
  /** What nothing means here; a dash unless given. */
  readonly none?: Localized;
}

/**
 * What a person reads of a value: whatever has words of its own gives one for each, and what holds
 * more gives a label for each thing within it.
 */
type FieldOf<Value> = [Value] extends [boolean]
  ? Labelled & { readonly as?: "switch" }
  : [Value] extends [Date | Localized]
    ? Labelled
    : [Value] extends [string]
      ? string extends Value
        ? Labelled & { readonly as?: Writer; readonly words?: Readonly<Record<string, Localized>> }
        : Labelled & { readonly words: Readonly<Record<Value, Localized>> }
      : [Value] extends [number]
        ? Labelled & { readonly as?: Writer }
        : Labelled & { readonly fields: FieldsOf<Value> };

/** A label for every field of rows, of whichever of several kinds; none may be missing or too much. */
export type FieldsOf<Row> = {
  readonly [Key in KeysOf<Row>]: FieldOf<Inner<ValueAt<Row, Key>>>;
};

/** A part of the copy as a person reads it: what it is called, and its fields in their order. */
export interface ReadablePart<Row> {
  readonly name: Localized;
  readonly fields: FieldsOf<Row>;
}

/** Any field, as the writing of rows sees it. */
export interface ReadableField extends Labelled {
  readonly as?: Writer;
  readonly words?: Readonly<Record<string, Localized>>;
  readonly fields?: ReadableFields;
}

export type ReadableFields = Readonly<Record<string, ReadableField>>;
