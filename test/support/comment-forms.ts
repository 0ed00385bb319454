/** Each form of comment, by its dialect. */
export const COMMENT_FORMS: Readonly<Record<string, string>> = {
	HTML: "<!-- secret -->",
	"HTML on lines": "<!--\nsecret\n\nsecret\n-->",
	"long HTML": `<!-- ${"secret ".repeat(1000)} -->`,
	"a link definition": "\n\n[//]: # (secret)\n\n",
	"a link definition with a name": '\n\n[comment]: <> "secret"\n\n',
	Obsidian: "%%secret%%",
	"Obsidian with spaces": "%% secret %%",
	"Obsidian on lines": "\n\n%%\nsecret\n\n```js\nsecret\n```\n%%\n\n",
	MDX: "{/* secret */}",
	"MDX on lines": "{/*\n  secret\n\n  secret\n*/}",
	"MDX with spaces": "{ /* secret */ }",
	"MDX with two slashes": "{// secret\n}",
	MyST: "\n\n% secret\n\n",
	"MyST inside a paragraph": "\n%secret\n",
	Jinja: "{# secret #}",
	"Jinja without spaces": "{#- secret text -#}",
	"Jinja on lines": "{#\nsecret\n\nsecret\n#}",
	Liquid: "{% comment %}secret{% endcomment %}",
	"Liquid on lines": "{%- comment -%}\nsecret\n\n```\nsecret\n```\n{%- endcomment -%}",
	"Liquid in a line": "{% # secret %}",
	Django: '{% comment "note" %}secret{% endcomment %}',
	Hugo: "{{/* secret */}}",
	"Hugo with hyphens": "{{- /* secret */ -}}",
	"Hugo's comment": "{{% comment %}}\nsecret\n{{% /comment %}}",
	"Hugo's comment with angles": "{{< comment >}}secret{{< /comment >}}",
	Handlebars: "{{!-- secret }} --}}",
	Mustache: "{{! secret }}",
	kramdown: "{::comment}secret{:/comment}",
	"kramdown on lines": "\n\n{::comment}\nsecret\n{:/}\n\n",
	CriticMarkup: "{>>secret<<}",
	ERB: "<%# secret %>",
	JSP: "<%-- secret --%>",
	Logseq: "\n\n#+BEGIN_COMMENT\nsecret\n#+END_COMMENT\n\n",
};

/** Places in a page. */
export const COMMENT_PLACES: Readonly<Record<string, (comment: string) => string>> = {
	"on its own": (comment) => `Before\n\n${comment}\n\nAfter`,
	"in a line": (comment) => `Before ${comment} After`,
	"after a line": (comment) => `Before\n${comment}\nAfter`,
	"in an item": (comment) => `- Before ${comment}\n- After`,
	"in a quotation": (comment) => `> Before ${comment.replaceAll("\n", "\n> ")}\n\nAfter`,
	"in a heading": (comment) => `Before\n\n## Heading ${inline(comment)} After`,
	"in a cell": (comment) => `Before\n\n| A | B |\n| --- | --- |\n| ${inline(comment)} | After |`,
	"in a container": (comment) => `Before\n\n:::note\n${comment}\n:::\n\nAfter`,
	"in an admonition": (comment) =>
		`Before\n\n!!! note\n    ${comment.replaceAll("\n", "\n    ")}\n\nAfter`,
	"after a stray backtick": (comment) => `Before \`\n\n${comment}\n\nAfter \``,
};

/** Headings and cells have one line. */
function inline(comment: string): string {
	return comment.includes("\n") ? "" : comment;
}
