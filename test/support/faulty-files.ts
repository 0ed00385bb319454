/** Files beside the example with React: what goes wrong, and what only the server may know. */
export const FAULTY_FILES = {
	"components/dot.tsx":
		'export default () => <i id="styled" style={{ color: "rgb(1, 2, 3)" }}>dot</i>;',
	"pages/guide/dot.md": "# Dot\n\nA <Dot /> in a sentence.\n",
	"islands/badge.tsx": `import { Icon } from "loggia";
		import * as z from "zod";
		export const props = z.strictObject({});
		export default () =>
			<p className="badge" style={{ color: "rgb(4, 5, 6)" }}><Icon name="lucide:tag" /> New</p>;`,
	"pages/guide/badge.md": "# Badge\n\n::island{badge}\n\n[Dot](/guide/dot)\n",
	"pages/odd.md": '# Odd\n\nBefore.\n\n<PriceTag plan="boat" />\n\nAfter.\n',
	// Only pages with a parameter are neither indexed nor fetched ahead.
	"pages/faults/[fault].tsx": `export const loader = ({ params: { fault } }) => {
			if (fault === "hangs") return new Promise(() => {});
			if (fault === "ends") process.exit();
			while (fault === "blocks");
		};
		export default () => { throw new Error("It broke"); };`,
	"pages/plain.md": "# Plain\n",
	"lib/secret.ts": 'export const key = process.env["SHOP_KEY"] + "MARKER-literal";',
	"middleware/marked.ts":
		'export default () => new Response("MARKER-middleware", { status: 403 });',
	"pages/marked.md": "---\nmiddleware: marked\n---\n# Marked\n",
	"pages/secret.tsx": `import { key } from "../lib/secret";
		const connection = [key, "MARKER-page"].join();
		export const loader = () => connection.length;
		export default () => <h1>Shown</h1>;`,
	"api/secret.ts": 'export const GET = () => new Response("MARKER-api".slice(0, 2));',
};
