import { Button } from "@sekimori/kit-web/primitives/button";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";

interface SettingButtonProps {
  readonly label: string;
  /** What the button is about, for whoever hears it out of its row: "Change: Name". */
  readonly about: string;
  readonly onPress: () => void;
  /** Why it cannot be used now. */
  readonly reason?: string | undefined;
}

/** The button at the end of a setting's row; unavailable ones say why. */
export function SettingButton({ label, about, onPress, reason }: SettingButtonProps) {
  const name = `${label}: ${about}`;
  return reason === undefined ? (
    <Button size="small" aria-label={name} onClick={onPress}>
      {label}
    </Button>
  ) : (
    <UnavailableButton size="small" aria-label={name} reason={reason}>
      {label}
    </UnavailableButton>
  );
}
