import { createContext } from "react";

/** Whether charts ask for marks: those of a share link may not. */
export const ShowsMarks = createContext(false);
