/** Of what people put beside Markdown; anything else is offered as a download. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
	avif: "image/avif",
	bmp: "image/bmp",
	css: "text/css; charset=utf-8",
	csv: "text/csv; charset=utf-8",
	gif: "image/gif",
	gz: "application/gzip",
	heic: "image/heic",
	htm: "text/html; charset=utf-8",
	html: "text/html; charset=utf-8",
	ico: "image/x-icon",
	jpeg: "image/jpeg",
	jpg: "image/jpeg",
	js: "text/javascript; charset=utf-8",
	json: "application/json; charset=utf-8",
	m4a: "audio/mp4",
	md: "text/markdown; charset=utf-8",
	mjs: "text/javascript; charset=utf-8",
	mov: "video/quicktime",
	mp3: "audio/mpeg",
	mp4: "video/mp4",
	oga: "audio/ogg",
	ogg: "audio/ogg",
	ogv: "video/ogg",
	otf: "font/otf",
	pdf: "application/pdf",
	png: "image/png",
	rss: "application/rss+xml; charset=utf-8",
	svg: "image/svg+xml",
	ttf: "font/ttf",
	txt: "text/plain; charset=utf-8",
	wasm: "application/wasm",
	wav: "audio/wav",
	webm: "video/webm",
	webmanifest: "application/manifest+json; charset=utf-8",
	webp: "image/webp",
	woff2: "font/woff2",
	woff: "font/woff",
	xml: "application/xml; charset=utf-8",
	yaml: "application/yaml; charset=utf-8",
	yml: "application/yaml; charset=utf-8",
	zip: "application/zip",
};

/** The media type of a file, by the extension of its name. */
export function mediaTypeOf(name: string): string {
	const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
	return Object.hasOwn(MEDIA_TYPES, extension)
		? (MEDIA_TYPES[extension] ?? "")
		: "application/octet-stream";
}
