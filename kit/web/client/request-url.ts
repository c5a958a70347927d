type Value = string | number | boolean;

/**
 * The address of a call: `:name` parts of the path are replaced by encoded parameters, and query
 * values are appended, lists as repeated names, undefined ones left out.
 *
 * @throws TypeError when a part of the path has no parameter.
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_part, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item as Value));
    }
  }
  const suffix = search.size === 0 ? "" : `?${search}`;
  return `${baseUrl}${filled}${suffix}`;
}
