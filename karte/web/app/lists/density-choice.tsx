import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { chooseDensity, densities, densityNow } from "./density.ts";

/** Comfortable or compact rows, for all tables. */
export function DensityChoice() {
  const { t } = useLingui();
  const [density, setDensity] = useState(densityNow);
  const words = { comfortable: t`Comfortable`, compact: t`Compact` };
  return (
    <label className="flex items-center gap-2 text-[0.875rem] text-muted">
      {t`Density`}
      <select
        value={density}
        onChange={(event) => {
          const chosen = densities.find((one) => one === event.currentTarget.value);
          if (chosen === undefined) return;
          chooseDensity(chosen);
          setDensity(chosen);
        }}
        className="rounded-6 border border-border-strong bg-surface px-2 py-1.5 text-text"
      >
        {densities.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
