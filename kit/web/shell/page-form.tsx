import type { ComponentProps, ReactNode } from "react";
import { FormSummary } from "../form/form-summary.tsx";
import { Button } from "../primitives/button.tsx";
import { linkClass } from "../primitives/link.tsx";
import { Link } from "../routing/link.tsx";

/** What is shown of a form of the kit, or of one that behaves like it. */
export type ShownForm = ComponentProps<typeof FormSummary>["form"] & {
  readonly props: ComponentProps<"form">;
  readonly busy: boolean;
};

interface PageFormProps {
  readonly form: ShownForm;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Beside a form that is the page's purpose. */
  readonly isSecondary?: boolean;
  readonly ref?: ComponentProps<"form">["ref"];
  readonly errorSentence?: ComponentProps<typeof FormSummary>["sentence"];
  readonly children: ReactNode;
}

/** A form that is a page's one purpose: its problems, its fields, and the button as wide as they are. */
export function PageForm({
  form,
  submitLabel,
  pendingLabel,
  isSecondary = false,
  ref,
  errorSentence,
  children,
}: PageFormProps) {
  return (
    <form {...form.props} ref={ref} className="grid gap-6">
      <FormSummary form={form} sentence={errorSentence} />
      {children}
      <Button
        type="submit"
        variant={isSecondary ? "secondary" : "primary"}
        size="large"
        wide
        pending={form.busy}
        pendingLabel={pendingLabel}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** The other way to go on, below a form. */
export function FormFoot({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-6">
      <Link to={to} className={linkClass}>
        {children}
      </Link>
    </p>
  );
}
