import { useLingui } from "@lingui/react/macro";
import { makeTickets } from "@sekimori/karte-contract/endpoints/tickets";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { useState } from "react";
import { client } from "../client.ts";
import { actKeys } from "../search/key-of.ts";
import { keyOf } from "../search/row-keys.ts";
import { reportError } from "../sentences/report-error.ts";
import { toasts } from "../toasts.ts";

interface TicketButtonProps {
  readonly findings: readonly string[];
  readonly systems: readonly { readonly id: string; readonly label: string }[];
  readonly onDone: () => void;
}

/** Has one ticket made for each cause; where there are several systems, one of them is chosen. */
export function TicketButton({ findings, systems, onDone }: TicketButtonProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);

  async function make(system: string) {
    setBusy(true);
    try {
      const { made, unchanged } = await client.call(makeTickets, {
        body: { findings: [...findings], system },
      });
      const [fresh, left] = [i18n.number(made), i18n.number(unchanged)];
      toasts.show({
        tone: made === 0 ? "info" : "success",
        title: made === 0 ? t`No new tickets` : t`Creating tickets: ${{ fresh }}`,
        text:
          unchanged === 0
            ? t`One for each cause.`
            : t`Causes that have a ticket already or aren't open: ${{ left }}`,
      });
      onDone();
      await queryClient.invalidateQueries();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  const [only, ...others] = systems;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <Button
        size="small"
        pending={busy}
        {...keyOf(actKeys.ticket)}
        onClick={() => void make(only.id)}
      >
        {t`Create a ticket`}
      </Button>
    );
  }
  return (
    <Menu
      label={t`Create a ticket`}
      trigger={
        <Button size="small" pending={busy} {...keyOf(actKeys.ticket)}>
          {t`Create a ticket`}
        </Button>
      }
      items={systems.map(({ id, label }) => ({ id, label, onAction: () => void make(id) }))}
    />
  );
}
