/** Handles the form of the page with the prices. */
export async function POST(request: Request): Promise<Response> {
	const address = String((await request.formData()).get("address") ?? "");
	if (!address.includes("@")) {
		return Response.json({ error: "address must be an e-mail address" }, { status: 400 });
	}
	const location = `/thanks?address=${encodeURIComponent(address)}`;
	return new Response(null, { status: 303, headers: { location } });
}
