import type { MarkdownIt } from "markdown-it";

/** One of these is in everything that could become a link: looking for it takes a tenth of trying. */
const SIGN_OF_LINK = /:\/\/|@|www\./i;

/** Makes links of what starts with a scheme or `www.` only: `README.md` looks like a host in Moldova. */
export function bareUrls({ linkify }: MarkdownIt): void {
	linkify.set({ fuzzyLink: false, fuzzyEmail: true });
	linkify.add("//", null);
	linkify.add("ftp:", null);
	linkify.add("www.", {
		validate: (text, position) =>
			/^[\w-]+(?:\.[\w-]+)+(?:\/[^\s<>"']*[\w/])?/.exec(text.slice(position))?.[0].length ?? 0,
		normalize: (match) => {
			match.url = `https://${match.text}`;
		},
	});
	const findLinks = linkify.match.bind(linkify);
	// Whoever tests finds next, and is content with none.
	linkify.test = (text) => SIGN_OF_LINK.test(text);
	linkify.match = (text) => findLinks(text) ?? [];
}
