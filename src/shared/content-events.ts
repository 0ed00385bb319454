/** The event stream of new revisions, below the base path. */
export const CONTENT_EVENTS_PATH = "/_loggia/content";
