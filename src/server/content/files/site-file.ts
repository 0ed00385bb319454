/** A file that is served as it is. */
export interface SiteFile {
	readonly absolutePath: string;
	/** The real path of the site folder; checked again when the file is opened. */
	readonly realRoot: string;
	readonly mediaType: string;
	/** In bytes. */
	readonly size: number;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** When it was seen so, by the clock of all threads of this process. */
	readonly seenMs: number;
}
