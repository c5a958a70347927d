const sizes = [25, 50, 100] as const;

/** What narrows a list, as its address has it; a name with nothing behind it is left out. */
export function filtersIn<Name extends string>(
  address: URLSearchParams,
  names: readonly Name[],
): { readonly [K in Name]?: string } {
  const named = names.flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(named) as { readonly [K in Name]?: string };
}

/** A list's place, order and page size as its address has them; what the API would refuse is left out. */
export function placeIn<Sort extends string>(address: URLSearchParams, sorts: readonly Sort[]) {
  const cursor = address.get("cursor");
  const sort = sorts.find((one) => one === address.get("sort"));
  const size = sizes.find((one) => String(one) === address.get("size"));
  return {
    ...(cursor && { cursor }),
    ...(sort && { sort }),
    ...(address.get("order") === "desc" && { order: "desc" as const }),
    ...(size && { size }),
  };
}
