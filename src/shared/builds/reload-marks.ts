/** How long a path that was loaded in full is not loaded in full again. */
export const RELOAD_PAUSE_MS = 10_000;

/** Where session storage keeps which URL paths were loaded in full, and when. */
export const RELOAD_MARKS_KEY = "loggia-reloads";
