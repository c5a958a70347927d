import { createContext, memo, use } from "react";
import { ErrorPage } from "../errors/error-page.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { useShown } from "./router-view.tsx";

/** How many frames stand around this place. */
const DepthContext = createContext(0);

/**
 * The place in a frame for the next frame, or for the page. It follows navigations alone: a frame
 * that renders again does not make its page do so.
 */
export const Outlet = memo(function Outlet() {
  const depth = use(DepthContext);
  const { place, parts, failure } = useShown();
  const Part = parts[depth];
  return (
    <PageBoundary place={place}>
      <DepthContext value={depth + 1}>
        {Part && <Part />}
        {!Part && failure && <ErrorPage error={failure.error} />}
      </DepthContext>
    </PageBoundary>
  );
});
