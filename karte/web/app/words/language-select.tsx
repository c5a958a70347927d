import { Select } from "@sekimori/kit-web/primitives/select";

/** Each language by its own name. */
export function LanguageSelect(field: Parameters<typeof Select>[0]) {
  return (
    <Select {...field}>
      <option value="ja" lang="ja">
        {"日本語"}
      </option>
      <option value="en" lang="en">
        {"English"}
      </option>
    </Select>
  );
}
