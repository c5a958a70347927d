import { useLingui } from "@lingui/react/macro";
import { acceptanceDaysMost, acceptanceNoticeDays } from "@sekimori/karte-contract/constants";
import { type AcceptanceReason, acceptanceReasons } from "@sekimori/karte-contract/words";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { acceptanceWords } from "../../app/words/acceptance-words.ts";
import type { Act } from "./finding-act.ts";

type Values = { reason: string; until: string; text: string };
type Output = { reason: AcceptanceReason; until: string; text: string };

/** Where an acceptance ends unless another date is chosen. */
const usualDays = 90;

/** A day of Asia/Tokyo so many days from now. */
const dayIn = (days: number) => tokyoDay(new Date(serverClock.now() + days * dayMs));

interface AcceptDialogProps {
  readonly onAccept: (act: Act) => Promise<void>;
  readonly onClose: () => void;
}

/** Lives with a finding for a while: why, until when, and in whose words. */
export function AcceptDialog({ onAccept, onClose }: AcceptDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm<Values, Output>({
    defaultValues: { reason: "compensated", until: dayIn(usualDays), text: "" },
    fields: {
      reason: { label: t`Reason`, requirement: "required" },
      until: {
        label: t`Until`,
        requirement: "required",
        help: t`Risk acceptance expires on this date, or earlier if the finding changes. We'll remind you ${{ days: acceptanceNoticeDays }} days before.`,
        sentence: () => t`Choose a date within the next year.`,
      },
      text: { label: t`Explanation`, requirement: "required" },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).acceptSchema),
    async onSubmit({ until, ...rest }) {
      // The day counts to its end, in Japan.
      const end = new Date(`${until}T23:59:59+09:00`).toISOString();
      await onAccept({ kind: "accept", until: end, ...rest });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Accept risk for now`}
      submitLabel={t`Accept risk`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("reason")}>
        {acceptanceReasons.map((reason) => (
          <option key={reason} value={reason}>
            {i18n._(acceptanceWords[reason])}
          </option>
        ))}
      </Select>
      <TextField
        {...form.field("until")}
        type="date"
        min={dayIn(0)}
        max={dayIn(acceptanceDaysMost - 1)}
        characters={14}
      />
      <TextArea {...form.field("text")} rows={3} />
    </FormDialog>
  );
}
