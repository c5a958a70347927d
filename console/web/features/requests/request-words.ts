import { useLingui } from "@lingui/react/macro";
import type { RequestView } from "@sekimori/console-contract/request-schema";
import { useWriting } from "../../app/words/here.ts";

/** What is asked for, in a heading, and what follows from confirming it. */
export function useRequestWords(request: RequestView): {
  readonly title: string;
  readonly follows: string;
} {
  const { t } = useLingui();
  const { day, moment, yen } = useWriting();
  const amount = yen(request.amount ?? 0);
  const name = request.staff?.name ?? "";
  switch (request.act) {
    case "refund":
      return {
        title: t`Refund ${{ amount }} of ${{ invoice: request.invoice ?? "" }}`,
        follows: t`This returns ${{ amount }} to the card that paid. It can't be undone.`,
      };
    case "close-member":
      return {
        title: t`Close an account`,
        follows: t`This ends the member's sessions and contract now and deletes the data within one month. It can't be undone.`,
      };
    case "appoint-staff":
      return {
        title: t`Appoint ${{ name }}`,
        follows: t`${{ name }} has these roles from the next page on. Make sure that the account is theirs.`,
      };
    case "restore-address":
      return {
        title: t`Go back to the former email address`,
        follows: t`The member's address is again the one from before ${{ at: moment(request.changedAt ?? "") }}. Their sessions end, and the next login needs a new password.`,
      };
    case "recover-member":
      return {
        title: t`Recover a member's account`,
        follows: t`Nothing changes at first. We email the member, who can stop it while the waiting period lasts. After that, a link by email sets a new password and removes the passkeys, authenticator app and recovery codes.`,
      };
    case "announce-price":
      return {
        title: t`Announce ${{ price: yen(request.price?.monthlyPrice ?? 0) }} per month from ${{ from: day(request.price?.effectiveOn ?? "") }}`,
        follows: t`Members with the paid plan are emailed at 9:00 the next morning. The plan ends for those who don't agree in time. It can't be undone.`,
      };
    case "rotate-signing-keys":
      return {
        title: t`Create new signing keys`,
        follows: t`New keys are published at once and used as soon as applications have had time to fetch them.`,
      };
    case "rotate-data-keys":
      return {
        title: t`Seal everything with the current key`,
        follows: t`A worker seals everything that an older key sealed. The service goes on meanwhile.`,
      };
    case "remove-staff":
      return {
        title: t`Remove ${{ name }} from staff`,
        follows: t`This ends their sessions at the console. They can be appointed again.`,
      };
  }
}
