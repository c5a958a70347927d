import { useLingui } from "@lingui/react/macro";
import { ChevronDownIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { filterClass } from "../lists/filter-class.ts";

export interface FilterOption {
  readonly value: string;
  readonly words: string;
}

interface FilterChoiceProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** As the address has them: with commas between; null for all. */
  readonly chosen: string | null;
  /** What the list shows where nothing is chosen. */
  readonly unchosen?: string;
  readonly onChange: (chosen: string | null) => void;
}

/** So many words stand in the closed field; of more, only how many. */
const namedMost = 2;

/** Any number of a filter's values; the list follows with each tick. */
export function FilterChoice({ label, options, chosen, unchosen, onChange }: FilterChoiceProps) {
  const { t, i18n } = useLingui();
  const values = chosen ? chosen.split(",") : [];
  // In the options' order, so that one choice has one address; what is not known any more stays.
  const ordered = (wanted: readonly string[]) => [
    ...options.map(({ value }) => value).filter((value) => wanted.includes(value)),
    ...wanted.filter((value) => !options.some((option) => option.value === value)),
  ];
  const toggle = (value: string, isOn: boolean) => {
    const next = ordered(isOn ? [...values, value] : values.filter((one) => one !== value));
    onChange(next.length === 0 ? null : next.join(","));
  };
  const named = options.filter(({ value }) => values.includes(value)).map(({ words }) => words);
  const count = i18n.number(values.length);
  const summary =
    values.length === 0
      ? (unchosen ?? t`All`)
      : named.length === values.length && named.length <= namedMost
        ? named.join(", ")
        : t`${{ count }} selected`;
  return (
    <div data-set={values.length > 0 || undefined} className="flex min-w-0">
      <Popover
        label={label}
        placement="bottom start"
        trigger={
          <button
            type="button"
            aria-label={`${label} ${summary}`}
            className={`${filterClass(values.length > 0)} cursor-pointer text-left`}
          >
            <span className="shrink-0 font-400 text-muted">{label}</span>{" "}
            <span className="min-w-0 truncate">{summary}</span>
            <ChevronDownIcon className="shrink-0 text-muted" />
          </button>
        }
      >
        <fieldset className="grid max-h-[60vh] min-w-44 gap-3 overflow-y-auto">
          <legend className="sr-only">{label}</legend>
          {options.map(({ value, words }) => (
            <Checkbox
              key={value}
              label={words}
              checked={values.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <Button
          size="small"
          variant="plain"
          className="mt-3"
          unavailable={values.length === 0}
          onClick={() => onChange(null)}
        >
          {t`Clear`}
        </Button>
      </Popover>
    </div>
  );
}
