import type { ComponentProps } from "react";
import { filterClass } from "./filter-class.ts";

interface FilterSelectProps extends Omit<ComponentProps<"select">, "value"> {
  readonly label: string;
  /** Empty where it narrows nothing. */
  readonly value: string;
}

const plain = "min-w-0 cursor-pointer bg-transparent max-sm:text-[1rem]";

/** A filter of one value. Its list is the system's own, on phones too. */
export function FilterSelect({ label, value, children, ...rest }: FilterSelectProps) {
  const isSet = value !== "";
  return (
    <label data-set={isSet || undefined} className={filterClass(isSet)}>
      <span className="shrink-0 font-400 text-muted">{label}</span>
      <select {...rest} value={value} className={`${plain} max-w-44 truncate bg-surface`}>
        {children}
      </select>
    </label>
  );
}

interface FilterDayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A filter that is a day. */
export function FilterDay({ label, value, onChange }: FilterDayProps) {
  return (
    <label data-set={value !== "" || undefined} className={filterClass(value !== "")}>
      <span className="shrink-0 font-400 text-muted">{label}</span>
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={plain}
      />
    </label>
  );
}
