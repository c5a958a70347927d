import { useSyncExternalStore as ofReact } from "react";

export const useSyncExternalStore = ofReact;
