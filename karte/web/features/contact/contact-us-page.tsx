import { useLingui } from "@lingui/react/macro";
import { sendContact } from "@sekimori/karte-contract/endpoints/contract";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { lastPage } from "../../app/last-page.ts";

type Values = { subject: string; text: string; withState: boolean };

/** The page's language by its own name: “English”, “日本語”. */
function languageName() {
  const { lang } = document.documentElement;
  return new Intl.DisplayNames(lang, { type: "language" }).of(lang);
}

/** /contact-us: a message to the operator. */
export function ContactUsPage() {
  const { t } = useLingui();
  const [reference, setReference] = useState<string>();
  if (reference !== undefined) {
    return (
      <>
        <PageHeader title={t`Contact`} />
        <Banner
          tone="success"
          role="status"
          title={t`Your message has been sent`}
          action={
            <Button onClick={() => setReference(undefined)}>{t`Send another message`}</Button>
          }
        >
          {t`We'll reply to your account's email address. Mention this number if you write again.`}
          <CopyField label={t`Inquiry number`} text={reference} />
        </Banner>
      </>
    );
  }
  return (
    <div className="max-w-[40rem]">
      <PageHeader
        title={t`Contact`}
        description={t`Your message goes to our support team. We'll reply by email.`}
      />
      <ContactForm onSent={setReference} />
    </div>
  );
}

function ContactForm({ onSent }: { readonly onSent: (reference: string) => void }) {
  const { t } = useLingui();
  const [{ visited, failed }] = useState(lastPage);
  // What the person was looking at, in the lines that they see before they send them.
  const state = [
    visited && t`Page: ${{ page: visited }}`,
    failed && t`Failed request: ${{ id: failed }}`,
    t`Language: ${{ language: languageName() }}`,
    t`Window: ${{ size: `${window.innerWidth} × ${window.innerHeight}` }}`,
    t`Browser: ${{ browser: navigator.userAgent }}`,
  ]
    .filter(Boolean)
    .join("\n")
    .slice(0, 2_000);
  const form = useForm<Values, Values>({
    defaultValues: { subject: "", text: "", withState: false },
    fields: {
      subject: { label: t`Subject`, requirement: "required" },
      text: {
        label: t`Message`,
        requirement: "required",
        help: t`Don't include passwords or card numbers.`,
      },
      withState: { label: t`Include the page I was on` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).contactSchema),
    async onSubmit({ subject, text, withState }) {
      const { reference } = await client.call(sendContact, {
        body: { subject, text, state: withState ? state : null },
      });
      onSent(reference);
    },
  });
  const { label } = form.texts("withState");
  return (
    <PageForm form={form} submitLabel={t`Send`} pendingLabel={t`Sending`}>
      <TextField {...form.field("subject")} autoComplete="off" />
      <TextArea {...form.field("text")} rows={8} />
      <Checkbox
        {...form.control("withState")}
        id={form.idOf("withState")}
        label={label}
        help={<span className="whitespace-pre-line">{state}</span>}
      />
    </PageForm>
  );
}
