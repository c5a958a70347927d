import { useLingui } from "@lingui/react/macro";
import { search } from "@sekimori/karte-contract/endpoints/overview";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { searchedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { SearchIcon } from "@sekimori/kit-web/icons";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { client } from "../client.ts";
import { resultAddress, resultWords } from "./results.ts";

type Result = EndpointResult<typeof search>["results"][number];

/** Whoever types is given so long before the server is asked. */
const typingMs = 200;

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: ({ signal }) => client.call(search, { query: { q }, signal }),
    enabled: searchedText(q) !== "",
    placeholderData: keepPreviousData,
  });

interface SearchBoxProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** One box that finds everything; names that are nearly the words are found, too. */
export function SearchBox({ inputRef }: SearchBoxProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const { data } = useQuery(searchQuery(asked), queryClient);
  const isEnough = searchedText(asked) !== "";
  const results = isEnough ? (data?.results ?? []) : [];
  const isShown = isOpen && isEnough && data !== undefined;
  const isTooShort = isOpen && asked !== "" && !isEnough;
  const optionId = (index: number) => `${listId}-${index}`;

  function go(result: Result) {
    setOpen(false);
    setTyped("");
    void navigate(resultAddress(result));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "Escape") {
      if (!isShown && typed === "") inputRef.current?.blur();
      setOpen(false);
      setTyped("");
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = key === "ArrowDown" ? 1 : results.length - 1;
      if (results.length > 0) setActive((now) => (now + step) % results.length);
    } else if (key === "Enter") {
      const result = results[active];
      if (isShown && result) go(result);
    }
  }

  // The key that leads here is of no use to whoever has a phone.
  const hasKeys = !window.matchMedia("(width < 40rem), (pointer: coarse)").matches;

  return (
    <search className="relative w-full sm:w-72">
      <SearchIcon className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={t`Search everything`}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && results.length > 0 ? optionId(active) : undefined}
        placeholder={hasKeys ? t`Search ( / )` : t`Search`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="min-h-9 w-full rounded-6 border border-border-strong bg-surface py-1 pr-2 pl-9 text-[1rem] sm:text-[0.9375rem]"
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t`Results`}
        hidden={!isShown || results.length === 0}
        className="absolute right-0 z-30 mt-1 max-h-[70dvh] overflow-y-auto max-sm:fixed max-sm:inset-x-4 rounded-8 border border-border bg-raised p-1.5 shadow-float sm:w-96"
      >
        {results.map((result, index) => (
          // The keyboard goes through the box; a press must not take the focus from it.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={`${result.kind} ${result.id}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(result)}
            className="cursor-pointer rounded-6 px-3 py-2 hover:bg-key-soft aria-selected:bg-key-soft"
          >
            <span className="flex items-baseline justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{result.text}</bdi>
              <span className="shrink-0 text-[0.75rem] text-muted">
                {i18n._(resultWords[result.kind])}
              </span>
            </span>
            {result.detail !== "" && (
              <bdi className="block text-[0.8125rem] wrap-anywhere text-muted">{result.detail}</bdi>
            )}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={
          isTooShort || (isShown && results.length === 0)
            ? "absolute right-0 left-0 z-30 mt-1 rounded-8 border border-border bg-raised px-4 py-3 text-[0.9375rem] shadow-float"
            : "sr-only"
        }
      >
        {isTooShort && <span>{t`At least ${{ least: searchLeast }} characters`}</span>}
        {isShown && (
          <span>
            {results.length === 0
              ? t`No results for “${{ searched: searchedText(asked) }}”. Width and case don't matter.`
              : t`Results: ${{ count: results.length }}`}
          </span>
        )}
      </p>
    </search>
  );
}
