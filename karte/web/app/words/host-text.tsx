import { Fragment } from "react";

/**
 * A host, address or place as a stranger's zone or server names it: it cannot turn the direction of
 * what stands around it, and where it has no room its lines end behind dots before they end anywhere.
 */
export function HostText({ text }: { readonly text: string }) {
  return (
    <bdi className="wrap-anywhere">
      {text.split(".").map((label, index) => (
        // The labels never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {label}
        </Fragment>
      ))}
    </bdi>
  );
}
