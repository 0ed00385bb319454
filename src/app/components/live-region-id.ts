/** `announce.ts` finds the live region by it, without the component. */
export const LIVE_REGION_ID = "announcements";
