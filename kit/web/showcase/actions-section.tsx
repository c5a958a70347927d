import { useState } from "react";
import { BellIcon, CopyIcon, PlusIcon } from "../icons/icons.tsx";
import { Button } from "../primitives/button.tsx";
import type { ButtonSize, ButtonVariant } from "../primitives/button-class.ts";
import { IconButton } from "../primitives/icon-button.tsx";
import { ButtonLink, Link } from "../primitives/link.tsx";
import { Tooltip } from "../primitives/tooltip.tsx";
import { UnavailableButton } from "../primitives/unavailable-button.tsx";
import { Section, Wrap } from "./section.tsx";
import type { Texts } from "./texts.ts";

const variants: readonly ButtonVariant[] = ["primary", "secondary", "plain", "danger"];
const sizes: readonly ButtonSize[] = ["large", "medium", "small"];

/** A form whose submit hangs until it is told to end, and which counts what reached it. */
function PendingForm({ t }: { t: Texts }) {
  const [pending, setPending] = useState(false);
  const [submits, setSubmits] = useState(0);
  return (
    <form
      aria-label={t.send}
      onSubmit={(event) => {
        event.preventDefault();
        setPending(true);
        setSubmits((count) => count + 1);
      }}
    >
      <Wrap>
        <Button type="submit" variant="primary" pending={pending} pendingLabel={t.sending}>
          {t.send}
        </Button>
        <Button variant="plain" onClick={() => setPending(false)}>
          {t.cancel}
        </Button>
        <output data-testid="submits">{submits}</output>
      </Wrap>
    </form>
  );
}

export function ActionsSection({ t }: { t: Texts }) {
  const label: Record<ButtonVariant, string> = {
    primary: t.save,
    secondary: t.cancel,
    plain: t.learnMore,
    danger: t.remove,
  };
  return (
    <Section id="actions" title={t.actions}>
      {sizes.map((size) => (
        <Wrap key={size}>
          {variants.map((variant) => (
            <Button key={variant} {...{ variant, size }}>
              {label[variant]}
            </Button>
          ))}
        </Wrap>
      ))}
      <Wrap>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} pending pendingLabel={t.sending}>
            {label[variant]}
          </Button>
        ))}
      </Wrap>
      <Wrap>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} unavailable>
            {label[variant]}
          </Button>
        ))}
      </Wrap>
      <Wrap>
        <Button variant="primary" icon={<PlusIcon />}>
          {t.register}
        </Button>
        <ButtonLink href="#fields" variant="secondary">
          {t.learnMore}
        </ButtonLink>
        <IconButton label={t.notices} icon={<BellIcon />} />
        <Tooltip text={t.copyHint}>
          <Button icon={<CopyIcon />}>{t.copy}</Button>
        </Tooltip>
        <UnavailableButton reason={t.reason}>{t.unavailable}</UnavailableButton>
      </Wrap>
      <PendingForm t={t} />
      <Wrap>
        <Link href="#brand">{t.learnMore}</Link>
        <Link href="#type" newTabLabel={t.newTab}>
          {t.terms}
        </Link>
        <Link href="#actions" quiet>
          {t.notices}
        </Link>
      </Wrap>
    </Section>
  );
}
