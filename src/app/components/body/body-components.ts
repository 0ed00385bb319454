import { createContext } from "react";
import type { PageParts } from "../../pages/page-parts.ts";

/** The components of the site folder that the body of the page uses, by name. */
export const BodyComponents = createContext<NonNullable<PageParts["components"]>>({});
