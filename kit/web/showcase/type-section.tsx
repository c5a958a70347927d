import { Section } from "./section.tsx";
import type { Texts } from "./texts.ts";

const swatches = [
  "bg-ground",
  "bg-surface",
  "bg-sunken",
  "bg-raised",
  "bg-text",
  "bg-muted",
  "bg-border",
  "bg-border-strong",
  "bg-key",
  "bg-key-hover",
  "bg-key-soft",
  "bg-key-line",
  "bg-danger",
  "bg-danger-soft",
  "bg-success",
  "bg-success-soft",
  "bg-warning",
  "bg-warning-soft",
  "bg-focus",
];

export function TypeSection({ t }: { t: Texts }) {
  return (
    <>
      <Section id="type" title={t.type}>
        <div className="grid max-w-[44rem] gap-5">
          <p className="text-std-32B-150">{t.headline}</p>
          <p className="text-std-24B-150">{t.headline}</p>
          <p className="text-std-20B-150">{t.headline}</p>
          <p>{t.body}</p>
          <p className="text-[0.875rem] text-muted">{t.small}</p>
          <p className="font-mono">shop.example.jp 203.0.113.24 0O1lI</p>
        </div>
      </Section>
      <Section id="colours" title={t.colours}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-4">
          {swatches.map((name) => (
            <li key={name} className="text-[0.8125rem] text-muted">
              <span className={`mb-1 block h-12 rounded-6 border border-border ${name}`} />
              {name.slice(3)}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
