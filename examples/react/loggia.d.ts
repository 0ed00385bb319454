/** Maps each class name of a CSS module to its class name in the document. */
declare module "*.module.css" {
	const classes: Readonly<Record<string, string>>;
	export default classes;
}
