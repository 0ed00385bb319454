/** One way of asking for something that a rule redirects, and what must come of it. */
export interface RedirectCase {
	readonly name: string;
	readonly pattern: string;
	readonly redirect: string | { readonly to: string; readonly status?: number };
	/** What is asked for, below the base path. */
	readonly from: string;
	/** Where it leads: a URL, or a URL path below the base path. The hash is the browser's to keep. */
	readonly to: string;
	readonly status?: number;
}

/** The one table: the pure functions, the server and a click in a browser all answer it. */
export const REDIRECT_CASES: readonly RedirectCase[] = [
	{ name: "exact", pattern: "/exact", redirect: "/new", from: "/exact", to: "/new" },
	...[301, 302, 303, 307, 308].map((status) => ({
		name: `status ${status}`,
		pattern: `/status-${status}`,
		redirect: { to: "/new", status },
		from: `/status-${status}`,
		to: "/new",
		status,
	})),
	{ name: "wildcard", pattern: "/w/**", redirect: "/docs/**", from: "/w/a/b", to: "/docs/a/b" },
	{
		name: "wildcard at its root",
		pattern: "/root/**",
		redirect: "/docs/**",
		from: "/root",
		to: "/docs",
	},
	{
		name: "wildcard to one page",
		pattern: "/gone/**",
		redirect: "/new",
		from: "/gone/a/b",
		to: "/new",
	},
	{
		name: "param",
		pattern: "/users/:id",
		redirect: "/people/:id",
		from: "/users/7",
		to: "/people/7",
	},
	{
		name: "two params and a wildcard",
		pattern: "/archive/:year/:month/x/**",
		redirect: "/blog/:month/:year/**",
		from: "/archive/2024/05/x/a/b",
		to: "/blog/05/2024/a/b",
	},
	{
		name: "param into the query",
		pattern: "/find/:term",
		redirect: "/search?q=:term&page=1",
		from: "/find/a%26b%3Dc",
		to: "/search?q=a%26b%3Dc&page=1",
	},
	{
		name: "query",
		pattern: "/query",
		redirect: "/new",
		from: "/query?a=1&b=%20&a=2",
		to: "/new?a=1&b=%20&a=2",
	},
	{
		name: "query on both sides",
		pattern: "/queries",
		redirect: "/new?own=1",
		from: "/queries?a=1&own=2",
		to: "/new?own=1&a=1",
	},
	{
		name: "query on both sides, one name in another encoding",
		pattern: "/encoded-names",
		redirect: "/new?own=1",
		from: "/encoded-names?a=b+c&%6Fwn=2&own&z",
		to: "/new?own=1&a=b+c&z",
	},
	{ name: "hash", pattern: "/hash", redirect: "/new", from: "/hash?a=1#part", to: "/new?a=1#part" },
	{
		name: "hash of the rule's own",
		pattern: "/hashes",
		redirect: "/new#own",
		from: "/hashes?a=1#part",
		to: "/new?a=1#own",
	},
	{
		name: "percent-encoding",
		pattern: "/enc/**",
		redirect: "/docs/**",
		from: "/enc/caf%C3%A9/100%25/a%3Fb%23c",
		to: "/docs/caf%C3%A9/100%25/a%3Fb%23c",
	},
	{
		name: "letters beyond ASCII in the rule",
		pattern: "/früher",
		redirect: "/später",
		from: "/fr%C3%BCher",
		to: "/sp%C3%A4ter",
	},
	{
		name: "letter case",
		pattern: "/Case/**",
		redirect: "/docs/**",
		from: "/cASE/Keeps-Its-Case",
		to: "/docs/Keeps-Its-Case",
	},
	{ name: "trailing slash", pattern: "/slash", redirect: "/new", from: "/slash/", to: "/new" },
	{
		name: "trailing slash in the rule",
		pattern: "/slashed/",
		redirect: "/new/",
		from: "/slashed",
		to: "/new",
	},
	{
		name: "trailing slash under a wildcard",
		pattern: "/ws/**",
		redirect: "/docs/**",
		from: "/ws/a/",
		to: "/docs/a",
	},
	{
		name: "external",
		pattern: "/external",
		redirect: "https://example.org:8443/there",
		from: "/external?a=1#part",
		to: "https://example.org:8443/there?a=1#part",
	},
	{
		name: "external wildcard",
		pattern: "/ext/**",
		redirect: { to: "https://example.org/base/**", status: 301 },
		from: "/ext/caf%C3%A9/b",
		to: "https://example.org/base/caf%C3%A9/b",
		status: 301,
	},
];
