import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { lookUpPostalCode } from "@sekimori/portal-contract/endpoints/site";
import { prefectures } from "@sekimori/portal-contract/prefectures";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "../client.ts";
import { language } from "../language.ts";
import {
  type AddressFields,
  fillFrom,
  type Place,
  placeIn,
  placeLabel,
} from "./address-from-postal-code.ts";

interface PostalCodePlacesProps {
  /** What stands in the field, seven digits or fewer. */
  readonly code: string;
  readonly present: () => AddressFields;
  readonly fill: (fields: Partial<AddressFields>) => void;
}

/**
 * Below the postal code: fills prefecture, city and town, or offers a choice where the code spans
 * several places. It never overwrites what was typed, and asks only for a code that was typed
 * here, not for the one the page was opened with.
 */
export function PostalCodePlaces({ code, present, fill }: PostalCodePlacesProps) {
  const { t } = useLingui();
  const filled = useRef<Partial<AddressFields>>({});
  const opened = useRef(code);
  const whole = /^\d{7}$/.test(code) && code !== opened.current;
  const { data, error } = useQuery(
    {
      queryKey: ["postal-code", code],
      queryFn: ({ signal }) => client.call(lookUpPostalCode, { params: { code }, signal }),
      enabled: whole,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const locale = language.current();
  const places = whole ? data?.places.map((place) => placeIn(locale, place)) : undefined;
  const only = places?.length === 1 ? places[0] : undefined;
  const take = useRef(apply);

  function apply(place: Place) {
    const change = fillFrom(place, present(), filled.current);
    filled.current = { ...filled.current, ...change };
    fill(change);
  }

  useEffect(() => {
    take.current = apply;
  });

  useEffect(() => {
    if (only) take.current(only);
  }, [only]);

  const prefecture = (wanted: string) =>
    prefectures.find(({ code: one }) => one === wanted)?.[locale] ?? "";
  const label = (place: Place) => placeLabel(locale, place, prefecture);

  return (
    <>
      <p role="status" className="-mt-4 text-[0.875rem] text-muted empty:hidden">
        {only && (
          <span>
            <Trans>Address found: {label(only)}</Trans>
          </span>
        )}
        {places?.length === 0 && (
          <span>
            <Trans>We found no address for this postal code. Enter it below.</Trans>
          </span>
        )}
        {whole && isApiError(error) && (
          <span>
            <Trans>We couldn't look up the address. Enter it below.</Trans>
          </span>
        )}
        {places && places.length > 1 && (
          <span>
            <Trans>This postal code covers several places. Choose one.</Trans>
          </span>
        )}
      </p>
      {places && places.length > 1 && (
        <RadioGroup label={t`Place`} key={code}>
          {places.map((place) => (
            <Radio
              key={label(place)}
              name="place"
              label={label(place)}
              onChange={() => apply(place)}
            />
          ))}
        </RadioGroup>
      )}
    </>
  );
}
