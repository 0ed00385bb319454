import type { MiddlewareRegistry } from "../../shared/page/middleware.ts";
import { requirePreview } from "./require-preview.ts";

/**
 * Every middleware that a page can name. To add one, write it in this folder and name it
 * here: the server, the browser and the check of the site folder all read this table.
 */
export const MIDDLEWARE: MiddlewareRegistry = new Map([["preview", requirePreview]]);
