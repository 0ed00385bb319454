/** Path → method → operation, as an OpenAPI 3.1 document has them under `paths`. */
export type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, object>>>>;
