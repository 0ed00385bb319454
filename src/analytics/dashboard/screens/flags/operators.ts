export interface Operator {
	/** Between the property and the value, in a sentence. */
	readonly phrase: string;
	/** `none`: nothing is compared with. `list`: any of several. */
	readonly takes: "text" | "list" | "none";
}

/** How comparisons are said. The names are PostHog's. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
	exact: { phrase: "is", takes: "list" },
	is_not: { phrase: "is not", takes: "list" },
	icontains: { phrase: "contains", takes: "text" },
	not_icontains: { phrase: "does not contain", takes: "text" },
	icontains_multi: { phrase: "contains", takes: "list" },
	not_icontains_multi: { phrase: "does not contain", takes: "list" },
	starts_with: { phrase: "starts with", takes: "text" },
	not_starts_with: { phrase: "does not start with", takes: "text" },
	ends_with: { phrase: "ends with", takes: "text" },
	not_ends_with: { phrase: "does not end with", takes: "text" },
	regex: { phrase: "matches the pattern", takes: "text" },
	not_regex: { phrase: "does not match the pattern", takes: "text" },
	gt: { phrase: "is greater than", takes: "text" },
	gte: { phrase: "is at least", takes: "text" },
	lt: { phrase: "is less than", takes: "text" },
	lte: { phrase: "is at most", takes: "text" },
	between: { phrase: "is between", takes: "list" },
	not_between: { phrase: "is not between", takes: "list" },
	is_set: { phrase: "is set", takes: "none" },
	is_not_set: { phrase: "is not set", takes: "none" },
	is_date_exact: { phrase: "is the date", takes: "text" },
	is_date_before: { phrase: "is before", takes: "text" },
	is_date_after: { phrase: "is after", takes: "text" },
	semver_eq: { phrase: "is the version", takes: "text" },
	semver_neq: { phrase: "is not the version", takes: "text" },
	semver_gt: { phrase: "is newer than", takes: "text" },
	semver_gte: { phrase: "is the version or newer than", takes: "text" },
	semver_lt: { phrase: "is older than", takes: "text" },
	semver_lte: { phrase: "is the version or older than", takes: "text" },
	semver_tilde: { phrase: "is a patch of version", takes: "text" },
	semver_caret: { phrase: "is compatible with version", takes: "text" },
	semver_wildcard: { phrase: "fits the version", takes: "text" },
};
