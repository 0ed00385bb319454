/** Version of the product, the same as in the changelog and in package.json. */
export const VERSION = "0.3.0";
