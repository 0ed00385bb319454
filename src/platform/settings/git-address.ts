/** Where the site folder comes from. */
export interface GitAddress {
	/** As git takes it. */
	readonly url: string;
	/** Absent: the branch that the repository names itself. */
	readonly branch: string | undefined;
}

const URL_OF_GIT = /^(?:https?|ssh|file):\/\/[^\s#]+$/;

/** As git writes addresses of SSH: `git@example.org:docs.git`. */
const SHORT_URL = /^[\w.-]+@[\w.-]+:[^\s#]+$/;

/** Starts with no hyphen, which git would take for an option. */
const BRANCH = /^(?!-)(?!.*\.\.)[\w./-]+$/;

/** @returns `undefined` for what is no address, or has a password in it. */
export function parseGitAddress(text: string): GitAddress | undefined {
	const [, url = "", branch] = /^([^#]*)(?:#(.*))?$/.exec(text) ?? [];
	if (branch !== undefined && !BRANCH.test(branch)) return undefined;
	if (SHORT_URL.test(url)) return { url, branch };
	if (!URL_OF_GIT.test(url) || !URL.canParse(url)) return undefined;
	return new URL(url).password === "" ? { url, branch } : undefined;
}
