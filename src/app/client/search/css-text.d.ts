/** A style sheet as a string in a script. */
declare module "*.css" {
	const text: string;
	// biome-ignore lint/style/noDefaultExport: the form in which esbuild gives a text.
	export default text;
}
