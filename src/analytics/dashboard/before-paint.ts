import { readPreference, showPreference } from "./color-mode.ts";

// Before the first paint, so that dark mode does not start with a light flash.
showPreference(readPreference());
