import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LanguageFoot } from "./language-foot.tsx";
import { type MainPage, MainPages } from "./main-pages.tsx";
import { TopBar } from "./top-bar.tsx";

interface PagesFrameProps {
  /** Which of the consoles it is; the operator's unless given. */
  readonly name?: string;
  /** Who is signed in. */
  readonly menu: ReactNode;
  readonly pages: readonly MainPage[];
  readonly children: ReactNode;
}

/** Bar, pages and foot around what a page shows. */
export function PagesFrame({ name, menu, pages, children }: PagesFrameProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-40 rounded-6 bg-raised px-4 py-2 shadow-float focus:top-3"
      >
        {t`Skip to the content`}
      </a>
      <TopBar {...(name !== undefined && { name })}>{menu}</TopBar>
      <MainPages pages={pages} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[76rem] flex-1 flex-col px-4 py-6 sm:px-8"
      >
        {children}
      </main>
      <LanguageFoot />
    </div>
  );
}
