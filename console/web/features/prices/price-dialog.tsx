import { useLingui } from "@lingui/react/macro";
import { requestPrice } from "@sekimori/console-contract/endpoints/prices";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { PriceMail } from "../../app/words/price-mail.tsx";
import { firstsFrom } from "./firsts-from.ts";

interface PriceDialogProps {
  readonly present: { readonly monthlyPrice: number; readonly taxPercent: number };
  readonly earliest: string;
  /** Days that have a price. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** What the plan is to cost and from when, with what members will read; another person confirms it. */
export function PriceDialog({ present, earliest, taken, onClose }: PriceDialogProps) {
  const { t } = useLingui();
  const { day, yen } = useWriting();
  const days = firstsFrom(earliest).filter((first) => !taken.includes(first));
  const form = useForm({
    defaultValues: {
      effectiveOn: days[0] ?? "",
      monthlyPrice: "",
      taxPercent: String(present.taxPercent),
      reason: "",
    },
    fields: {
      effectiveOn: { label: t`From`, requirement: "required" },
      monthlyPrice: {
        label: t`Price per month (yen, including tax)`,
        requirement: "required",
        help: t`It's ${{ price: yen(present.monthlyPrice) }} now.`,
        sentence: () => t`Enter a whole number of yen.`,
      },
      taxPercent: {
        label: t`Consumption tax in it (%)`,
        requirement: "required",
        sentence: () => t`Enter a whole number from 0 to 100.`,
      },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).priceFormSchema),
    place: ({ type }) => (type === "PriceRefused" ? "effectiveOn" : "form"),
    async onSubmit(body) {
      await client.call(requestPrice, { body });
      onClose();
      toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
    },
  });
  const price = String(form.watch("monthlyPrice")).trim();
  const effectiveOn = String(form.watch("effectiveOn"));
  return (
    <FormDialog
      form={form}
      title={t`Announce a price`}
      submitLabel={t`Ask`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p>{t`This asks a colleague to confirm it. After that, members with the paid plan are emailed at 9:00 the next morning, and the plan ends for those who don't agree in time.`}</p>
      <Select {...form.field("effectiveOn")} characters={10}>
        {days.map((first) => (
          <option key={first} value={first}>
            {day(first)}
          </option>
        ))}
      </Select>
      <TextField
        {...form.field("monthlyPrice")}
        inputMode="numeric"
        characters={9}
        autoComplete="off"
      />
      <TextField
        {...form.field("taxPercent")}
        inputMode="numeric"
        characters={3}
        autoComplete="off"
      />
      {/^[1-9][0-9]{0,8}$/.test(price) && (
        <PriceMail effectiveOn={effectiveOn} monthlyPrice={Number(price)} />
      )}
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}
