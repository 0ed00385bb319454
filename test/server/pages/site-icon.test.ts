import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";

test("a site without an icon gets one with the first letter of its name", async () => {
	const { service } = await createTestSite({ files: { "site.yaml": "name: <Example\n" } });

	const document = await service.inject("/");
	const icon = await service.inject("/favicon.svg");

	expect(document.body).toContain('<link rel="icon" href="/favicon.svg">');
	expect(icon.headers["content-type"]).toBe("image/svg+xml");
	expect(icon.body).toContain("&lt;</text>");
});

test.each([
	"favicon.svg",
	"favicon.png",
	"favicon.ico",
])("the operator's own %s is used", async (name) => {
	const { service } = await createTestSite({
		files: { [`public/${name}`]: "the icon", "pages/index.md": "# Welcome\n" },
	});

	const document = await service.inject("/");
	const icon = await service.inject(`/${name}`);

	expect(document.body).toContain(`<link rel="icon" href="/${name}">`);
	expect(icon.body).toBe("the icon");
});
