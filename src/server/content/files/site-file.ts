/** A file that is served as it is. */
export interface SiteFile {
	readonly absolutePath: string;
	/** The real path of the site folder: whoever opens the file checks that it still lies within. */
	readonly realRoot: string;
	readonly mediaType: string;
	/** In bytes. */
	readonly size: number;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
}
