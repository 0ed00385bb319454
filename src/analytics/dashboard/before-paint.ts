import { readPreference, showPreference } from "./color-mode.ts";

// Before the first paint, so that nobody who chose the dark is shown the light for a moment.
showPreference(readPreference());
