import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { LanguageFoot } from "./language-foot.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of pages that come before a session. */
export function AloneLayout({ name }: { readonly name?: string }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar {...(name !== undefined && { name })} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
      <LanguageFoot />
    </div>
  );
}
