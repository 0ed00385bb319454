/** React Router's own encoding. As a module of the app, it has its chunk beside the others. */
export { decode, encode } from "turbo-stream";
