/** Prints the compressed sizes of the build in bytes, beside their budgets. */
import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { readBudget } from "./size/budget.ts";
import { measureBuild } from "./size/measure-build.ts";
import { measureReactAlone } from "./size/react-alone.ts";
import { renderShare, renderSizes } from "./size/render-sizes.ts";

const root = dirname(import.meta.dirname);
await ensureBuild(root);
const sizes = await measureBuild(root);
process.stdout.write(renderSizes(sizes, await readBudget(root)));
process.stdout.write(renderShare(sizes, await measureReactAlone(root)));
