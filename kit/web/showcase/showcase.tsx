import { useEffect, useState } from "react";
import { Logo } from "../brand/logo.tsx";
import { SunIcon } from "../icons/icons.tsx";
import { AriaLanguage } from "../primitives/aria-language.tsx";
import { Button } from "../primitives/button.tsx";
import { IconButton } from "../primitives/icon-button.tsx";
import { PageHeader } from "../primitives/page-header.tsx";
import { ActionsSection } from "./actions-section.tsx";
import { BrandSection } from "./brand-section.tsx";
import { ChoicesSection } from "./choices-section.tsx";
import { FeedbackSection } from "./feedback-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { FormSection } from "./form-section.tsx";
import { OverlaysSection } from "./overlays-section.tsx";
import { StructureSection } from "./structure-section.tsx";
import { type Language, texts } from "./texts.ts";
import { TypeSection } from "./type-section.tsx";

const asked = new URLSearchParams(location.search);

/** `?lang=ja|en` and `?theme=light|dark` choose what is shown first. */
export function Showcase() {
  const [language, setLanguage] = useState<Language>(asked.get("lang") === "en" ? "en" : "ja");
  const [theme, setTheme] = useState(asked.get("theme"));
  const t = texts[language];

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <AriaLanguage language={language}>
      <div className="mx-auto max-w-[72rem] px-5 sm:px-10">
        <header className="flex items-center justify-between gap-4 py-5">
          <Logo label="Sekimori" />
          <div className="flex gap-2">
            <Button
              size="small"
              lang={language === "ja" ? "en" : "ja"}
              onClick={() => setLanguage(language === "ja" ? "en" : "ja")}
            >
              {t.language}
            </Button>
            <IconButton
              size="small"
              label={t.theme}
              icon={<SunIcon />}
              onClick={() => setTheme(theme === "dark" ? "light" : "dark")}
            />
          </div>
        </header>
        <main className="pt-10 pb-24">
          <PageHeader title={t.title} description={t.intro} />
          <BrandSection t={t} />
          <TypeSection t={t} />
          <ActionsSection t={t} />
          <FieldsSection t={t} />
          <FormSection language={language} />
          <ChoicesSection t={t} />
          <FeedbackSection t={t} />
          <OverlaysSection t={t} />
          <StructureSection t={t} />
        </main>
      </div>
    </AriaLanguage>
  );
}
