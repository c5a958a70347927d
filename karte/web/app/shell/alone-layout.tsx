import { Logo } from "@sekimori/kit-web/brand/logo";
import { Outlet } from "@sekimori/kit-web/routing/outlet";

/** The frame of pages that come before a workspace: nobody need be signed in. */
export function AloneLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center border-b border-border bg-surface px-4 lg:px-6">
        <Logo label="Sekimori" height={26} width={140} />
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}
