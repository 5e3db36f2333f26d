// The script of conversation.mjs by the Inspector's command line, in one process: a start of it takes half a second.
import { runCli } from "./node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js";

const [url, scripts] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);

async function call(name, given) {
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
  const result = JSON.parse(told).structuredContent;
  console.log(JSON.stringify(result));
  return result;
}

for (const [desk, question, leaveOut, putBack] of JSON.parse(scripts)) {
  const { dossier } = await call("ask", { message: question, desk });
  await call("ask", { message: leaveOut, dossier });
  const { shown } = await call("ask", { message: putBack, dossier });
  await call("confirm", { digest: shown, dossier });
  await call("answer", { dossier });
  await call("undo", { dossier });
}
