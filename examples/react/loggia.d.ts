/** A class of the document for each class of a CSS module. */
declare module "*.module.css" {
	const classes: Readonly<Record<string, string>>;
	export default classes;
}
