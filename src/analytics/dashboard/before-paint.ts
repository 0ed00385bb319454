import { readPreference, showPreference } from "./color-mode.ts";

// Before the first paint, so that dark mode does not begin with a flash of light.
showPreference(readPreference());
