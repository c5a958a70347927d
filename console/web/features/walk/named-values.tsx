import { Facts } from "../../app/words/section.tsx";

interface NamedValuesProps {
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

/** Parameters, headers or claims as they are, below each other. */
export function NamedValues({ values }: NamedValuesProps) {
  return (
    <Facts
      facts={values.map(({ name, value }) => ({
        id: name,
        label: <code className="wrap-anywhere">{name}</code>,
        value: <code className="text-[0.875rem] wrap-anywhere">{value}</code>,
      }))}
    />
  );
}
