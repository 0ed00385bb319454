import { type Dialect, withSelector } from "../markdown/dialect.ts";

/** Includes of mdBook: `{{#include a.rs:2:10}}`. */
export const mdbook: Dialect = {
	readInclude(line) {
		const address = MARK.exec(line)?.[1];
		return address === undefined ? undefined : withSelector(address);
	},
};

const MARK =
	/^\{\{#(?:include|rustdoc_include|playground)[ \t]+([^\s{}]{1,300})(?:[ \t][^{}\n]{0,100})?\}\}[ \t]*$/;
