import { useLingui } from "@lingui/react/macro";
import { isOfOwnScheme, isReturnAddress } from "@sekimori/kit-contract/application-address";

interface AddressVerdictsProps {
  /** As it stands in the field, one address per line. */
  readonly text: string;
  readonly isNative: boolean;
}

/** Says of each line, as it is typed, what the server would refuse: by the server's own function. */
export function AddressVerdicts({ text, isNative }: AddressVerdictsProps) {
  const { t } = useLingui();
  const refused = text
    .split("\n")
    .map((line) => line.trim())
    .filter(
      (line) => line !== "" && (!isReturnAddress(line) || (isOfOwnScheme(line) && !isNative)),
    );
  return (
    <div role="status" className="-mt-3">
      {refused.length > 0 && (
        <ul className="grid gap-1 text-[0.875rem] text-danger">
          {refused.map((line) => (
            <li key={line} className="wrap-anywhere">
              <code>{line}</code>: {t`this address would be refused`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
