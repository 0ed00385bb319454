/**
 * Members of `node:http` that services use. A named import would load every member of the module,
 * and with one of them Node's client for `fetch`: 3 MB that no response needs.
 */
export const { createServer, Server, STATUS_CODES } = process.getBuiltinModule("node:http");
