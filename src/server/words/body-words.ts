import { CALLOUT_TITLES } from "../content/markdown/boxes/callout.ts";

/** Words in the bodies of pages that Loggia writes. */
export const BODY_WORDS: readonly string[] = [...CALLOUT_TITLES, "Table"];
