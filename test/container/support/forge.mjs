// A forge: sshd for the user "node", and git's own program for HTTPS behind a token.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const WANTED = `Basic ${Buffer.from(`git:${process.env.TOKEN}`).toString("base64")}`;
const NODE_USER = 1000;
const [cert, key] = ["pem", "key"].map((kind) => readFileSync(`/certificate/site.${kind}`));

spawn("/usr/sbin/sshd", ["-D", "-e", "-o", "PasswordAuthentication=no"], { stdio: "inherit" });

createServer({ cert, key }, (request, response) => {
	const {
		authorization,
		"content-type": type = "",
		"git-protocol": protocol = "",
	} = request.headers;
	if (authorization !== WANTED) return void response.writeHead(401).end();
	const [path, query = ""] = request.url.split("?");
	const program = spawn("git", ["http-backend"], {
		uid: NODE_USER,
		env: {
			...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: "/git", GIT_HTTP_EXPORT_ALL: "1" },
			...{ REQUEST_METHOD: request.method, PATH_INFO: path, QUERY_STRING: query },
			...{ CONTENT_TYPE: type, GIT_PROTOCOL: protocol },
			HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
		},
	});
	request.pipe(program.stdin);
	const chunks = [];
	program.stdout.on("data", (chunk) => chunks.push(chunk));
	program.on("close", () => {
		const answer = Buffer.concat(chunks);
		const end = answer.indexOf("\r\n\r\n");
		const lines = answer.toString("latin1", 0, end).split("\r\n");
		const headers = lines.map((line) => line.split(/: */)).filter(([name]) => name !== "Status");
		const status = lines.find((line) => line.startsWith("Status:"))?.slice(8, 11) ?? "200";
		response.writeHead(Number(status), Object.fromEntries(headers)).end(answer.subarray(end + 4));
	});
}).listen(443);
