/** A path is loaded in full at most once in this time. */
export const RELOAD_PAUSE_MS = 10_000;

/** The session storage key for the times at which URL paths were loaded in full. */
export const RELOAD_MARKS_KEY = "loggia-reloads";
