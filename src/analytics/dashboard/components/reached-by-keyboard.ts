/** For what scrolls by itself: without a pointer it must take the focus to be scrolled. */
export const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;
