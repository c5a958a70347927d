import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { lookUpPostalCode } from "@sekimori/portal-contract/endpoints/site";
import { prefectures } from "@sekimori/portal-contract/prefectures";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import {
  type AddressFields,
  fillFrom,
  type Place,
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
  const places = whole ? data?.places : undefined;
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
    prefectures.find(({ code: one }) => one === wanted)?.[language.current()] ?? "";

  return (
    <>
      <p role="status" className="-mt-4 text-[0.875rem] text-muted empty:hidden">
        {only && <Trans>Address found: {placeLabel(only, prefecture)}</Trans>}
        {places?.length === 0 && (
          <Trans>No address was found for this postal code. Enter it below.</Trans>
        )}
        {whole && isApiError(error) && (
          <Trans>The address could not be looked up. Enter it below.</Trans>
        )}
        {places && places.length > 1 && (
          <Trans>This postal code stands for several places. Choose one.</Trans>
        )}
      </p>
      {places && places.length > 1 && (
        <RadioGroup label={t`Place`} key={code}>
          {places.map((place) => (
            <Radio
              key={placeLabel(place, prefecture)}
              name="place"
              label={placeLabel(place, prefecture)}
              onChange={() => apply(place)}
            />
          ))}
        </RadioGroup>
      )}
    </>
  );
}
