/** The version of the product, as in the changelog and in package.json. */
export const VERSION = "0.2.0";
