import { useEffect, useState } from "react";

/** Whether a refusal has told this page that something is closed for maintenance. */
export function useHeard(): boolean {
  const [isHeard, setHeard] = useState(false);
  useEffect(() => {
    const hear = () => setHeard(true);
    addEventListener("maintenance", hear);
    return () => removeEventListener("maintenance", hear);
  }, []);
  return isHeard;
}
