/**
 * Whether a generator may have made an anchor from the source of a page. A plain heading must match with all
 * words; any other source of ids must contain the anchor's letters. Otherwise, the link was dead before.
 */
export function mayName(source: string, anchor: string): boolean {
	const wanted = decode(anchor);
	// A number at the end may distinguish it from another id with the same words.
	const base = wanted.replace(/[-_]\d+$/, "");
	const slugs = [...slugsOf(wanted), ...slugsOf(base)];
	const letters = fold(base);
	const lines = source.replace(CODE_BLOCK, "").match(NAMING) ?? [];
	return lines.some((line) => {
		const [, ownId] = OWN_ID.exec(line) ?? [];
		if (ownId !== undefined) return ownId === wanted;
		const [, heading] = PLAIN_HEADING.exec(line) ?? SUMMARY.exec(line) ?? [];
		if (heading === undefined) return fold(line).includes(letters);
		return slugsOf(heading).some((slug) => slugs.includes(slug));
	});
}

const CODE_BLOCK = /^([ \t]*)(`{3,}|~{3,}).*\n(?:.*\n)*?\1\2.*$/gm;

/** A heading with an explicit id has no other id. */
const OWN_ID = /^[ \t>]*#{1,6}[ \t].*\{:?[ \t]*#([\w.:-]+)[ \t]*\}%?[ \t]*$/;

const SUMMARY = /^[ \t>]*<summary>([^<]*)<\/summary>/i;

const NAMING =
	/^[ \t>]*#{1,6}[ \t].*|^.+(?=\n(?:=+|-{2,})[ \t]*$)|.*<(?:summary|h\d|dt|a)\b.*|.*\b(?:id|name)=.*|.*\{[^}\n]*#.*|^.*\n(?=:[ \t])|.*<!-- md:.*/gm;

/** A heading without tags, attributes, and letters that some generators drop. */
const PLAIN_HEADING =
	/^[ \t>]*#{1,6}[ \t]+((?:(?!(?<!\\)(?:<[a-z/!]|\{)|:[\w-]+\[)[\x20-\x7e])+?)[ \t#]*$/i;

/** Every generator converts separators of words to a hyphen, and other signs to a hyphen or nothing. */
function slugsOf(text: string): readonly string[] {
	return ["", "-"].map((sign) =>
		withoutTargets(text)
			.toLowerCase()
			.normalize("NFKD")
			.replace(/[^\p{L}\p{N}\s_-]/gu, sign)
			.replace(/[\s_-]+/g, "-")
			.replace(/^-|-$/g, ""),
	);
}

function fold(text: string): string {
	return withoutTargets(text)
		.toLowerCase()
		.normalize("NFKD")
		.replace(/[^\p{L}\p{N}]/gu, "");
}

function withoutTargets(text: string): string {
	return text.replace(/\](?:\([^)]*\)|\[[^\]]*\])/g, "");
}

function decode(anchor: string): string {
	try {
		return decodeURIComponent(anchor);
	} catch {
		return anchor;
	}
}
