import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { FileField } from "@sekimori/kit-web/primitives/file-field";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { verifyInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";

// An alias: a form's values are a record, which an interface is not.
type Proof = { readonly number: string; readonly hash: string };

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** /verify-invoice: whether a document was issued here. The file never leaves the browser. */
export function VerifyInvoicePage() {
  const { t } = useLingui();
  const [genuine, setGenuine] = useState<boolean>();
  const form = useForm<Proof, Proof>({
    defaultValues: { number: "", hash: "" },
    fields: {
      number: { label: t`Invoice number` },
      hash: {
        label: t`Document code (SHA-256)`,
        help: t`The long code at the bottom of the invoice.`,
      },
    },
    // Not the endpoint's: a browser gets endpoints without their schemas.
    validator: async () =>
      schemaValidator((await import("@sekimori/portal-contract/invoice-proof")).invoiceProofSchema),
    async onSubmit(body) {
      setGenuine(undefined);
      setGenuine((await client.call(verifyInvoice, { body })).genuine);
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });

  async function readFile(file: File | undefined) {
    if (!file) return;
    try {
      const hash = hexOf(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
      form.set("hash", hash);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <NarrowPage
      title={t`Verify an invoice`}
      description={t`Check that an invoice came from us. Your PDF never leaves your device: we only receive a code computed from it.`}
    >
      {genuine !== undefined && (
        <Banner
          className="mb-6"
          tone={genuine ? "success" : "danger"}
          role={genuine ? "status" : "alert"}
          title={
            genuine
              ? t`We issued this document.`
              : t`We didn't issue a document with this number and document code.`
          }
        />
      )}
      <PageForm
        form={form}
        submitLabel={t({ message: "Verify", context: "invoice" })}
        pendingLabel={t({ message: "Verifying", context: "invoice" })}
      >
        <TextField {...form.field("number")} autoComplete="off" />
        <fieldset className="grid gap-6 rounded-8 border border-border p-4 pt-3 sm:p-6 sm:pt-4">
          <legend className="px-1 font-700">{t`Then use one of these`}</legend>
          <FileField
            label={t`PDF file`}
            chooseLabel={t`Choose a file`}
            noneLabel={t`No file chosen`}
            accept="application/pdf"
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
          />
          <p className="flex items-center gap-4 text-[0.875rem] text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {t`or`}
          </p>
          <TextField {...form.field("hash")} autoComplete="off" spellCheck={false} />
        </fieldset>
      </PageForm>
    </NarrowPage>
  );
}
