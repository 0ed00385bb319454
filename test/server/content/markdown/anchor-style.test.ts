import { expect, test } from "vitest";
import { anchorStyle } from "../../../../src/server/content/markdown/anchor-style.ts";

test.each([
	["1. Create an app registration in Azure AD", "id-1.-create-an-app-registration-in-azure-a-d"],
	["Adding images for light & dark mode", "adding-images-for-light-and-dark-mode"],
	["Change your site’s settings", "change-your-site-s-settings"],
	["Set syntax…", "set-syntax..."],
	["Ad-hoc, adapted (and loaded)?", "a-d-hoc-adapted-and-loaded"],
])("GitBook's id of %j", (heading, id) => {
	expect(anchorStyle("gitbook").slugOf(heading)).toBe(id);
});
