import { CALLOUT_TITLES } from "../content/markdown/boxes/callout.ts";

/** What bodies of pages say by themselves. */
export const BODY_WORDS: readonly string[] = [...CALLOUT_TITLES, "Table"];
