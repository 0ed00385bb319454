import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { bodyHeadings } from "../../../../src/server/content/pages/page.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

const PETS = `openapi: 3.0.3
info: { title: Pets & more, version: 1.0.0, description: "All *about* pets." }
servers: [{ url: https://pets.example/v1 }]
security: [{ key: [] }]
tags: [{ name: Pets, description: Animals. }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 }, example: 7 }
    put:
      operationId: savePet
      summary: Save a pet.
      deprecated: true
      description: "# Loud\\n\\nSee [dogs](https://dogs.example).\\n\\n\`\`\`\\nnever closed"
      tags: [Pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses:
        "200": { description: Saved, content: { application/json: { schema: { $ref: "./parts/tree.yaml#/Tree" } } } }
        default: { description: "<b>Not</b> \`saved\`" }
  /toys:
    get: { summary: List toys, responses: { "204": { description: None } } }
    post: { summary: Hidden, x-internal: true, responses: {} }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Pet:
      allOf:
        - { $ref: "#/components/schemas/Named" }
        - type: object
          required: [kind]
          properties:
            kind: { type: string, enum: [cat, "do\`g"], default: cat, nullable: true }
            friend: { oneOf: [{ $ref: "#/components/schemas/Pet" }, { type: string, title: A name, maxLength: 9 }] }
    Named: { type: object, properties: { name: { type: string, format: "<i>" } } }
`;

const TREE =
	"Tree: { type: object, properties: { below: { type: array, items: { $ref: '#/Tree' } } } }\n";

const SITE = {
	"pages/index.md": "# Home\n\n[Pets](api.md), [save](api/pets#savePet)\n",
	"pages/api.md": "---\nopenapi: ../pets.yaml\n---\n\nOur own words.\n",
	"pets.yaml": PETS,
	"parts/tree.yaml": TREE,
};

test("a page that names a description shows its operations and schemas, and pages for each tag", async () => {
	const revision = await revisionOf(SITE);

	expect(problemsOf(revision)).toEqual([]);
	expect(new Set(revision.pages.keys())).toEqual(
		new Set(["/", "/api", "/api/pets", "/api/schemas", "/api/toys"]),
	);
	expect(revision.pages.get("/api")).toMatchObject({ title: "Pets & more", file: "pages/api.md" });
	const overview = htmlOf(revision, "/api");
	expect(overview).toContain("Our own words.");
	expect(overview).toContain('<a href="/api/pets#savePet">Save a pet</a>');
	expect(overview).toContain("<em>about</em>");
	const pets = htmlOf(revision, "/api/pets");
	expect(pets).toContain('<span class="api-signature api-put">PUT</span> <code>/pets/{id}</code>');
	expect(pets).toMatch(/<strong>Loud<\/strong>[\s\S]*never closed[\s\S]*<strong>Parameters</);
	expect(pets).toContain("&lt;b&gt;Not&lt;/b&gt; <code>saved</code>");
	expect(pets).toContain('All properties of <a href="/api/schemas#Named">Named</a>.');
	expect(pets).toContain("<code>do`g</code>");
	expect(textOf(pets)).toContain("curl -X PUT 'https://pets.example/v1/pets/{id}'");
	expect(textOf(pets)).toContain("-H 'X-Key: YOUR_KEY'");
	const schemas = htmlOf(revision, "/api/schemas");
	expect(schemas).toContain("string (&lt;i&gt;)");
	expect(schemas).toContain('array of <a href="/api/schemas#Tree">Tree</a>');
	const page = revision.pages.get("/api/pets");
	expect(page && bodyHeadings(page).map(({ text }) => text)).toEqual(["Save a pet"]);
});

test("descriptions in site.yaml have paths of their own, in each version and form of OpenAPI", async () => {
	const json = {
		openapi: "3.1.0",
		info: { title: "New" },
		paths: {},
		webhooks: { adopted: { post: {} } },
	};
	const old = `swagger: "2.0"
info: { title: Old }
host: old.example
paths: { /pets: { get: { parameters: [{ $ref: "parts/limit.json" }], responses: { 200: { description: ok, schema: { $ref: "#/definitions/Pet" } } } } } }
definitions: { Pet: { type: object, properties: { id: { type: integer } } } }
`;
	const revision = await revisionOf({
		"site.yaml": "openapi: { /new: new.json, /docs/old: old.yaml }\n",
		"pages/index.md": "# Home\n",
		"new.json": JSON.stringify(json),
		"old.yaml": old,
		"parts/limit.json": '{ "name": "limit", "in": "query", "type": "integer", "maximum": 50 }',
	});

	expect(problemsOf(revision)).toEqual([]);
	expect(new Set(revision.pages.keys())).toEqual(
		new Set(["/", "/docs/old", "/docs/old/pets", "/docs/old/schemas", "/new", "/new/webhooks"]),
	);
	expect(htmlOf(revision, "/docs/old/pets")).toMatch(
		/limit<\/code><\/span> integer, in query[\s\S]*maximum/,
	);
});

test.each([
	["pets.yaml", "info: [", "pets.yaml:1 Must be valid YAML"],
	["pets.json", '{ "openapi":\n "3.1.0",, }', "pets.json:2 Must be valid JSON"],
	["pets.json", nested(100_000), "pets.json:- The API description cannot be read: RangeError"],
	["pets.yaml", "title: none", 'pets.yaml:1 An API description must say "openapi: 3.0.0"'],
	["gone.yaml", undefined, 'pages/api.md:- The API description "../gone.yaml" is not a file'],
])("a file that is no description is a problem with its place: %s, %.20s", async (name, text, problem) => {
	const { pages, ...revision } = await revisionOf({
		"pages/api.md": `---\nopenapi: ../${name}\n---\n\nOur own words.\n`,
		...(text === undefined ? {} : { [name]: text }),
	});

	expect(problemsOf({ pages, ...revision })[0]).toContain(problem);
	expect([...pages.keys()]).toEqual(["/api"]);
});

test("references that lead to nothing, out of the folder or into the network are problems", async () => {
	const refs = [
		"#/components/schemas/Gone",
		"https://x.example/a.yaml",
		"../../../etc/passwd",
		".git/a.yaml",
	];
	const schemas = refs.map((ref, index) => `    S${index}: { $ref: "${ref}" }\n`).join("");
	const revision = await revisionOf({
		"pages/api.md": "---\nopenapi: ../pets.yaml\n---\n",
		"pets.yaml": `openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n${schemas}`,
		".git/a.yaml": "type: string\n",
	});

	expect(problemsOf(revision)).toEqual([
		'pets.yaml:5 The reference "#/components/schemas/Gone" has no target in "pets.yaml"',
		'pets.yaml:6 The reference "https://x.example/a.yaml" is not a file of the site',
		'pets.yaml:7 The reference "../../../etc/passwd" is not a file of the site',
		'pets.yaml:8 The reference ".git/a.yaml" is not a file of the site',
	]);
});

test("a saved description changes its pages alone, and a broken one leaves the last good pages", async () => {
	const siteFolder = await writeSiteFolder(SITE);
	const load = (previous?: Awaited<ReturnType<typeof loadRevision>>) =>
		loadRevision({ siteFolder, environment: {}, previous });
	const first = await load();

	await writeFile(
		join(siteFolder, "parts/tree.yaml"),
		TREE.replaceAll("Tree: {", "Tree: { title: Oak,"),
	);
	await writeFile(join(siteFolder, "pets.yaml"), PETS.replace("List toys", "List all toys"));
	const second = await load(first);
	await writeFile(join(siteFolder, "pets.yaml"), "openapi: [");
	const broken = await load(second);
	const again = await load(broken);
	await writeFile(join(siteFolder, "pets.yaml"), PETS);
	const mended = await load(again);
	await rm(join(siteFolder, "pages/api.md"));
	const removed = await load(mended);

	expect(htmlOf(second, "/api/toys")).toContain("List all toys");
	expect(second.pages.get("/api/pets")).toBe(first.pages.get("/api/pets"));
	expect(broken.pages.get("/api/toys")).toBe(second.pages.get("/api/toys"));
	expect(problemsOf(broken)[0]).toContain("pets.yaml:1 Must be valid YAML");
	expect(again.pages).toBe(broken.pages);
	expect(problemsOf(mended)).toEqual([]);
	expect(htmlOf(mended, "/api/toys")).not.toContain("List all toys");
	expect([...removed.pages.keys()]).toEqual(["/"]);
});

test("what hides a page hides its reference, and long references are divided", async () => {
	const paths = Array.from({ length: 90 }, (_, index) => [
		`/things/${index}`,
		{ get: { summary: `Thing ${index}`, description: "Words. ".repeat(200), responses: {} } },
	]);
	const revision = await revisionOf({
		"pages/api.md": "---\nopenapi: ./api.json\ndraft: true\n---\n",
		"pages/api.json": JSON.stringify({ openapi: "3.1.0", paths: Object.fromEntries(paths) }),
	});

	expect([...revision.pages.keys()]).toEqual([
		"/api",
		"/api/things",
		"/api/things/2",
		"/api/things/3",
	]);
	expect([...revision.pages.values()].every(({ frontMatter }) => frontMatter.draft)).toBe(true);
	expect([...revision.files.keys()]).toEqual([]);
});

/** As a reader sees it. */
function textOf(html: string): string {
	return html
		.replace(/<[^>]+>/g, "")
		.replaceAll("&#39;", "'")
		.replaceAll("&#x27;", "'");
}

function nested(depth: number): string {
	return `{ "openapi": "3.1.0", "paths": ${'{ "a": '.repeat(depth)}{}${"}".repeat(depth)} }`;
}
