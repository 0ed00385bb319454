/**
 * What services take from `node:http`. Imported by name, Node would load every member of the
 * module, and with one of them its whole client for `fetch`: 3 MB that no answer needs.
 */
export const { createServer, Server, STATUS_CODES } = process.getBuiltinModule("node:http");
