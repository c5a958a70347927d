import { useLingui } from "@lingui/react/macro";
import { PauseIcon, PlayIcon } from "@sekimori/kit-web/first-icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { carouselIntervalMs } from "@sekimori/portal-contract/constants";
import { useEffect, useState } from "react";
import { useSlides } from "./slides.tsx";

const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Three slides about the service, each for four seconds. They stand still under reduced motion,
 * while the pointer or the focus is on them, while the tab is hidden, and when paused.
 */
export function Carousel() {
  const { t } = useLingui();
  const slides = useSlides();
  const [shown, setShown] = useState(0);
  const [paused, setPaused] = useState(reducedMotion);
  const [held, setHeld] = useState(false);
  const running = !paused && !held;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (!document.hidden) setShown((index) => (index + 1) % slides.length);
    }, carouselIntervalMs);
    return () => clearInterval(timer);
  }, [running, slides.length]);

  return (
    <section
      aria-roledescription={t`carousel`}
      aria-label={t`About the service`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="flex flex-col justify-center gap-6 border-t border-border bg-key-soft px-4 py-10 sm:px-10 lg:border-t-0 lg:border-r lg:py-16"
    >
      <div className="mx-auto grid w-full max-w-[30rem]" aria-live={running ? "off" : "polite"}>
        {slides.map(({ id, title, text, Drawing }, index) => (
          <article
            key={id}
            aria-roledescription={t`slide`}
            aria-label={t`${{ number: index + 1 }} of ${{ total: slides.length }}`}
            inert={index !== shown}
            className="col-start-1 row-start-1 text-center transition-opacity duration-500 inert:opacity-0"
          >
            {Drawing && <Drawing />}
            <h2 className="mt-8 text-std-22B-150">{title}</h2>
            <p className="mt-3 text-muted">{text}</p>
          </article>
        ))}
      </div>
      <div className="flex items-center justify-center gap-2">
        <IconButton
          size="small"
          label={paused ? t`Play the slides` : t`Pause the slides`}
          icon={paused ? <PlayIcon /> : <PauseIcon />}
          onClick={() => setPaused(!paused)}
        />
        {slides.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            aria-label={t`Show slide ${{ number: index + 1 }}: ${{ title }}`}
            aria-current={index === shown}
            onClick={() => setShown(index)}
            className="group grid size-8 cursor-pointer place-items-center rounded-4"
          >
            <span className="h-1.5 w-5 rounded-full bg-border-strong transition-colors group-hover:bg-key group-aria-current:bg-key forced-colors:bg-[ButtonText] forced-colors:group-aria-current:h-2.5 forced-colors:group-aria-current:bg-[Highlight]" />
          </button>
        ))}
      </div>
    </section>
  );
}
