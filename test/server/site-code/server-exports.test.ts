import { transform } from "esbuild";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { browserModule } from "../../../src/server/site-code/server-exports.ts";

const PAGES: Readonly<Record<string, readonly [source: string, kept: string, gone: string]>> = {
	"a loader and what it calls": [
		`import { connect } from "./db";
		 const db = connect("SECRET");
		 export async function loader() { return db.all(); }
		 export default function Page() { return 1; }`,
		"function Page",
		"SECRET",
	],
	"a check of parameters, and a duration": [
		`export const isValid = ({ id }) => known.has(id);
		 const known = new Set(["SECRET"]);
		 export const cacheSeconds = 60;
		 export default () => null;`,
		"() => null",
		"SECRET",
	],
	"a whole module under one name, and names inside of patterns": [
		`import * as db from "./SECRET"; import { limit } from "./limit";
		 export const { loader } = { loader: ({ id = db.first }) => db.all(id) };
		 export default function Page({ rows: [first, ...db] = [limit] }) { return [first, db]; }`,
		'from "./limit"',
		"SECRET",
	],
	"what both sides use": [
		`import { format } from "./format";
		 export const loader = () => format("SECRET");
		 export default () => format(1);`,
		'from "./format"',
		"SECRET",
	],
	"a local of the same name": [
		`import { db } from "./SECRET";
		 export const loader = () => db;
		 export default function Page() { const db = 1; return [db].map((loader) => loader); }`,
		"const db = 1",
		"SECRET",
	],
	"a parameter of the same name, and a key": [
		`import { db } from "./SECRET";
		 export const loader = () => db;
		 export default ({ db: value, ...others }) => ({ db: value, others }).db;`,
		"others",
		"SECRET",
	],
	"exports in one list": [
		`const load = () => "SECRET"; function Page() { return 1; }
		 export { load as loader, Page as default };`,
		"Page as default",
		"SECRET",
	],
	"metadata that the component shows": [
		`export const meta = { title: "Kept" };
		 export const loader = () => "SECRET";
		 export default () => meta.title;`,
		"Kept",
		"SECRET",
	],
	"what runs by itself": [
		`import "./styles.css"; console.log("Kept");
		 export const loader = () => "SECRET";
		 export default () => null;`,
		`import "./styles.css"; console.log("Kept")`,
		"SECRET",
	],
};

test.each(Object.entries(PAGES))("the browser gets no loader: %s", (_, [source, kept, gone]) => {
	const { code: text, problems } = browserModule(source);

	expect(problems).toEqual([]);
	expect(text).toContain(kept);
	expect(text).not.toContain(gone);
});

const REFUSED: Readonly<Record<string, readonly [source: string, problem: RegExp]>> = {
	"an unknown export": [
		"export default () => null;\nexport const getServerSideProps = () => 1;",
		/cannot export "getServerSideProps"/,
	],
	"an unknown name in a list": [
		'export default () => null;\nexport { secret } from "./db";',
		/cannot export "secret"/,
	],
	"all exports of another module": [
		'export default () => null;\nexport * from "./db";',
		/cannot export "\*"/,
	],
	"a class and a pattern beside a loader": [
		"export default () => null;\nexport const { loader, other } = make();",
		/cannot export "loader", "other"/,
	],
	"a statement that uses the connection of the loader": [
		`import { connect } from "./db"; const db = connect("SECRET"); export default () => null;
		db.migrate(); export const loader = () => db.all();`,
		/would run in the browser, but uses "db"/,
	],
	"a component that calls its loader": [
		"const x = 1; export default () => loader();\nexport const loader = () => x;",
		/"loader" runs on the server only/,
	],
};

test.each(Object.entries(REFUSED))("the browser gets nothing of a module with %s", (_, [
	source,
	problem,
]) => {
	const { problems } = browserModule(source);

	expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(problem) })]);
	expect(problems[0]?.line).toBe(2);
});

test("a page without a component is a problem", () => {
	expect(browserModule("export const loader = () => 1;").problems).toEqual([
		{ message: "A page must export its component as default", line: 1, column: 0 },
	]);
});

test("an export of MDX is a local name of the text", () => {
	const source =
		"export const Box = () => 1; export const key = 'SECRET'; export default () => Box();";

	const { code, problems } = browserModule(source, { others: "local" });

	expect(problems).toEqual([]);
	expect(code).toContain("Box");
	expect(code).not.toContain("SECRET");
});

test("what is left of a module uses nothing that is gone", async () => {
	const names = ["a", "b", "c", "d", "e"];
	const statement = fc
		.tuple(fc.constantFrom(...names), fc.subarray(names))
		.map(([name, uses]) => `const ${name}${uses.length} = () => [${uses.join(", ")}];`);
	const declarations = names.map((name) => `import { ${name} } from "./${name}";`).join("\n");

	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(statement, { selector: (text) => text.slice(0, 9), maxLength: 6 }),
			fc.subarray(names),
			fc.subarray(names),
			async (statements, ofLoader, ofPage) => {
				const source = [
					declarations,
					...statements,
					`export const loader = () => [${ofLoader.join(", ")}];`,
					`export default () => [${ofPage.join(", ")}];`,
				].join("\n");

				const { code: text } = browserModule(source);

				for (const name of ofPage) expect(text).toContain(`import { ${name} }`);
				for (const name of ofLoader.filter((used) => !usedIn(source, used))) {
					expect(text).not.toContain(`import { ${name} }`);
				}
				await expect(transform(text, { format: "esm" })).resolves.toBeDefined();
			},
		),
	);
});

/** Whether something other than the loader names it. */
function usedIn(source: string, name: string): boolean {
	return source
		.split("\n")
		.some(
			(line) =>
				!/^(?:import|export const loader)/.test(line) && new RegExp(`\\b${name}\\b`).test(line),
		);
}

test("what is left of a module stays on its line", () => {
	const source = `import { db } from "./db";
export const loader = () => {
	return db;
};
export default function Page() { return 1; }
function load() {} export { load as action,
	other as handle };
const other = 2;`;

	const { code } = browserModule(source);

	const lines = code.split("\n");
	expect(lines[4]).toBe("export default function Page() { return 1; }");
	expect(lines[5]).toContain("export { other as handle };");
	expect(lines[7]).toBe("const other = 2;");
});
