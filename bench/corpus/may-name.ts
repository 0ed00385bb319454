/**
 * Whether a generator may have made an anchor of the source of a page: a plain heading by all of its words,
 * anything else that ids come from by holding its letters. Where none does, the link was dead before.
 */
export function mayName(source: string, anchor: string): boolean {
	const wanted = decode(anchor);
	// A number at the end may tell it from another of the same words.
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

/** A heading that says its id has no other. */
const OWN_ID = /^[ \t>]*#{1,6}[ \t].*\{:?[ \t]*#([\w.:-]+)[ \t]*\}%?[ \t]*$/;

const SUMMARY = /^[ \t>]*<summary>([^<]*)<\/summary>/i;

const NAMING =
	/^[ \t>]*#{1,6}[ \t].*|^.+(?=\n(?:=+|-{2,})[ \t]*$)|.*<(?:summary|h\d|dt|a)\b.*|.*\b(?:id|name)=.*|.*\{[^}\n]*#.*|^.*\n(?=:[ \t])|.*<!-- md:.*/gm;

/** Without tags, attributes and letters that some generator drops. */
const PLAIN_HEADING =
	/^[ \t>]*#{1,6}[ \t]+((?:(?!(?<!\\)(?:<[a-z/!]|\{)|:[\w-]+\[)[\x20-\x7e])+?)[ \t#]*$/i;

/** What stands between words becomes a hyphen in every generator, and other signs become one or nothing. */
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
