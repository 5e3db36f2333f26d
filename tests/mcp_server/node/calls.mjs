// Calls of tools by the TypeScript SDK or by the Inspector's command line; $trace is what the call before was about.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { runCli } from "./node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js";

const [by, url, listed] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);

async function bySdk() {
  const client = new Client({ name: "calls", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools(); // the SDK checks results by the schemas that it has seen
  return [async (name, given) => client.callTool({ name, arguments: given }), () => client.close()];
}

async function byInspector(name, given) {
  let told = "";
  process.stdout.write = (text, encoding, done) => {
    told += text;
    (done ?? encoding)?.();
    return true;
  };
  const pairs = Object.entries(given).map(([key, value]) => `${key}=${value}`);
  const command = ["--transport", "http", "--method", "tools/call", "--tool-name", name, "--tool-arg", ...pairs];
  await runCli([process.argv[0], "mcp-inspector", url, ...command]);
  process.stdout.write = write;
  return JSON.parse(told);
}

const [call, close] = by === "sdk" ? await bySdk() : [byInspector, () => {}];
let trace = "";
for (const [name, given] of JSON.parse(listed)) {
  const filled = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, value === "$trace" ? trace : value]),
  );
  const told = (await call(name, filled)).structuredContent;
  trace = told.trace_id ?? trace;
  console.log(JSON.stringify(told));
}
await close();
