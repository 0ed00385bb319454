import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const STEMS = {
	our: "arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|rig|rum|sav|vap",
	ise: "apolog|author|capital|categor|character|critic|custom|emphas|equal|final|general|initial|item|local|maxim|memor|minim|modern|neutral|normal|optim|organ|parameter|penal|priorit|random|real|recogn|sanit|serial|special|stabil|standard|summar|symbol|synchron|token|util|visual",
	ll: "cancel|channel|counsel|dial|equal|fuel|label|level|marshal|model|quarrel|signal|total|travel|tunnel",
} as const;

/** British forms, as whole words; a camel-cased name is several. */
const BRITISH = new RegExp(
	`^(?:${[
		`(?:dis|mis|re|un)?(?:${STEMS.our})our(?:s|ed|ing|ful|able|ite|ites|hood|al|ly)?`,
		`(?:${STEMS.ise})is(?:e|ed|es|er|ers|ing|able|ation|ations)`,
		`(?:re|un)?(?:${STEMS.ll})l(?:ed|er|ers|ing)`,
		"(?:ana|cata|para)lys(?:e|ed|es|er|ing)",
		"(?:de|of|pre)fence|pretence|licences?|practis(?:e|ed|ing)",
		"(?:cent|fib|lit|met|theat)res?|centred",
		"catalogues?|grey|ageing|judgements?|acknowledgements?|artefacts?|programmes?|sceptical",
		"enrols?|enrolments?|fulfils?|fulfilment|instalments?|skilful|wilful",
		"whilst|amongst|towards|learnt|spelt|misspelt|burnt|dreamt",
	].join("|")})$`,
	"i",
);

const FILES = globSync(
	[
		"{src,scripts,bench,test,site,docs,.ci}/**/*.{ts,tsx,mjs,css,html,md,yaml,json}",
		"{*.md,*.json,*.yml,.env.example,Dockerfile,Caddyfile}",
	],
	{ cwd: ROOT, exclude: ["test/fixtures/**", "package-lock.json", "test/spelling.test.ts"] },
);

test("words are spelled as in American English", () => {
	const found = FILES.flatMap((file) =>
		readFileSync(join(ROOT, file), "utf8")
			.split("\n")
			.flatMap((line, index) =>
				[...line.matchAll(/[A-Za-z][a-z]+/g)]
					.filter(([word]) => BRITISH.test(word))
					.map(([word]) => `${file}:${index + 1}: ${word}`),
			),
	);

	expect(FILES.length).toBeGreaterThan(1_000);
	expect(found).toEqual([]);
});
