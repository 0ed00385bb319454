/** By which `client/` finds the live region. */
export const LIVE_REGION_ID = "announcements";
