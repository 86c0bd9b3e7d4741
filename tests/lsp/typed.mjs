// A client based on the protocol's reference library.  SERVER: the command, FILE: the source.
import { spawn } from 'child_process';
import { createRequire } from 'module';
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const require = createRequire(path.join(process.env.NODE_FOLDER, 'x.js'));
const protocol = require('vscode-languageserver-protocol/node');

const [program, ...words] = process.env.SERVER.split(' ');
const server = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
const client = protocol.createMessageConnection(new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
const uri = pathToFileURL(process.env.FILE).href;
const text = fs.readFileSync(process.env.FILE, 'utf8');
const document = { uri };
let published;
const next = () => new Promise((done) => { published = done; });
client.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => { if (params.uri === uri) published(params); });
client.onRequest(protocol.RegistrationRequest.type, () => {});
client.listen();

const first = next();
const answer = await client.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid, rootUri: pathToFileURL(path.dirname(process.env.FILE)).href,
  capabilities: {
    general: { positionEncodings: ['utf-16'] },
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
    textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, dataSupport: true,
      resolveSupport: { properties: ['edit'] } }, diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
  },
});
console.log('encoding', answer.capabilities.positionEncoding);
await client.sendNotification(protocol.InitializedNotification.type, {});
await client.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
const { diagnostics } = await first;
for (const d of diagnostics)
  console.log(`diagnostic ${d.range.start.line + 1}:${d.range.start.character + 1} ${d.code} ${d.message.split('\n')[0]}`);
const actions = await client.sendRequest(protocol.CodeActionRequest.type, { textDocument: document, range: diagnostics[0].range, context: { diagnostics } });
for (const action of actions) {
  const whole = action.edit ? action : await client.sendRequest(protocol.CodeActionResolveRequest.type, action);
  console.log('action', whole.title, whole.edit.changes[uri].length, 'edits');
}
const hover = await client.sendRequest(protocol.HoverRequest.type, { textDocument: document, position: diagnostics[0].range.start });
console.log('hover', /\d+ wavefronts? where \d+ would do/.exec(hover.contents.value)[0]);
const hints = await client.sendRequest(protocol.InlayHintRequest.type, { textDocument: document, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } });
console.log('hints', hints.map((h) => h.label).join(' '));
const lenses = await client.sendRequest(protocol.CodeLensRequest.type, { textDocument: document });
console.log('lenses', lenses.map((l) => l.command.title).join(' | '));
const pulled = await client.sendRequest(protocol.DocumentDiagnosticRequest.type, { textDocument: document });
console.log('pulled', pulled.kind, pulled.items.length);
await client.sendRequest(protocol.ShutdownRequest.type);
await client.sendNotification(protocol.ExitNotification.type);
server.on('exit', (status) => { console.log('exit', status); process.exit(status); });
