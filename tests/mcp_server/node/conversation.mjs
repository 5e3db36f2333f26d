// Conversations by the TypeScript SDK: ask, leave a source out, put it back, confirm, read the answer, undo.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, scripts] = process.argv.slice(2);
const client = new Client({ name: "conversation", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

async function call(name, given) {
  const result = await client.callTool({ name, arguments: given });
  const told = result.structuredContent;
  const chosen = told.selected ?? [];
  const digest = given.digest && "SHOWN";
  console.log(`> ${name} ${JSON.stringify({ ...given, dossier: undefined, digest })}`);
  console.log(`  ${told.outcome}, version ${told.version}, sources ${chosen}`);
  for (const claim of told.claims) console.log(`  ${claim.verdict} [${claim.source}]: “${claim.quote}”`);
  return told;
}

await client.listTools(); // the SDK checks results by the schemas that it has seen
for (const [desk, question, leaveOut, putBack] of JSON.parse(scripts)) {
  const { dossier } = await call("ask", { message: question, desk });
  await call("ask", { message: leaveOut, dossier });
  const { shown } = await call("ask", { message: putBack, dossier });
  await call("confirm", { digest: shown, dossier });
  await call("answer", { dossier });
  await call("undo", { dossier });
}
await client.close();
