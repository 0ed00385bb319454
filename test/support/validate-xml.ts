import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";

const SCHEMAS = join(import.meta.dirname, "../fixtures/schemas");

const LANGUAGES = {
	sitemap: { extension: "schema", file: "sitemap.xsd", more: ["xhtml-link.xsd"] },
	atom: { extension: "relaxng", file: "atom.rng", more: [] },
} as const;

/** @returns Errors of libxml2 for an XML text, by the schema of its format. */
export async function validateXml(
	xml: string,
	format: keyof typeof LANGUAGES,
): Promise<readonly string[]> {
	const { extension, file, more } = LANGUAGES[format];
	const schema = await readFile(join(SCHEMAS, file), "utf8");
	const preload = await Promise.all(
		more.map(async (fileName) => ({
			fileName,
			contents: await readFile(join(SCHEMAS, fileName), "utf8"),
		})),
	);
	const { errors } = await validateXML({
		xml: { fileName: "answer.xml", contents: xml },
		schema: { fileName: file, contents: schema },
		extension,
		preload,
		maxMemoryPages: 16_384,
	});
	return errors.map(({ rawMessage }) => rawMessage);
}
