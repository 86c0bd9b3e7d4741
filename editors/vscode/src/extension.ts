import * as path from 'path';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from 'vscode-languageclient/node';

const languages = ['cuda-cpp', 'cuda', 'cpp', 'c'];
let client: LanguageClient | undefined;
let status: vscode.StatusBarItem;
let output: vscode.OutputChannel;

function settings(): vscode.WorkspaceConfiguration {
	return vscode.workspace.getConfiguration('smemlint');
}

/** What is not set is not sent. */
function serverSettings(): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const key of ['flags', 'arch', 'cudaPath', 'buildPath', 'block']) {
		const value = settings().get<string | unknown[]>(key);
		if (value !== undefined && value.length)
			sent[key] = value;
	}
	return sent;
}

// --- status -----------------------------------------------------------------------------------------

function isCuda(document: vscode.TextDocument | undefined): boolean {
	return document !== undefined && (/\.cuh?$/.test(document.fileName) || document.languageId.startsWith('cuda'));
}

function ours(document: vscode.TextDocument): vscode.Diagnostic[] {
	return vscode.languages.getDiagnostics(document.uri).filter((one) => one.source === 'smemlint');
}

function showStatus(): void {
	const document = vscode.window.activeTextEditor?.document;
	if (!document || !isCuda(document)) {
		status.hide();
		return;
	}
	const found = ours(document).filter((one) => one.severity <= vscode.DiagnosticSeverity.Warning).length;
	const runs = client?.state === State.Running;
	status.text = !runs ? '$(circle-slash) smemlint' : found ? `$(warning) ${found} bank conflict${found === 1 ? '' : 's'}` : '$(check) no bank conflict';
	status.tooltip = runs ? 'smemlint: shared-memory accesses of this file' : 'smemlint does not run';
	status.command = !runs ? 'smemlint.restart' : found ? 'workbench.actions.view.problems' : 'smemlint.showOutput';
	status.show();
}

// --- commands ---------------------------------------------------------------------------------------

/** The hover of the access at the cursor, in a document of its own. */
async function showBankMap(): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (!editor || !client)
		return;
	const hover = await client.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
		textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
		position: client.code2ProtocolConverter.asPosition(editor.selection.active),
	});
	if (!hover) {
		void vscode.window.showInformationMessage('There is no access to shared memory at the cursor.');
		return;
	}
	const map = await vscode.workspace.openTextDocument({ language: 'markdown', content: hover.contents.value });
	await vscode.window.showTextDocument(map, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
}

/** In a terminal: it may ask for a program to run, and takes a while. */
function verify(): void {
	const document = vscode.window.activeTextEditor?.document;
	if (!document || !isCuda(document)) {
		void vscode.window.showInformationMessage('Open a CUDA source to verify.');
		return;
	}
	const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(document.fileName);
	const terminal = vscode.window.createTerminal({
		name: 'smemlint verify', cwd: folder, shellPath: '/bin/sh',
		shellArgs: ['-c', '"$0" verify "$@"; echo; echo "exit status $?"; exec "${SHELL:-/bin/sh}"', settings().get('path', 'smemlint'), document.fileName],
	});
	terminal.show();
}

// --- the server -------------------------------------------------------------------------------------

async function start(): Promise<void> {
	const server: ServerOptions = { command: settings().get('path', 'smemlint'), args: ['lsp', ...settings().get<string[]>('arguments', [])] };
	const options: LanguageClientOptions = {
		documentSelector: languages.map((language) => ({ scheme: 'file', language })),
		initializationOptions: serverSettings(),
		outputChannel: output,
	};
	client = new LanguageClient('smemlint', 'smemlint', server, options);
	client.onDidChangeState(showStatus);
	try {
		await client.start();
	} catch (error) {
		void vscode.window.showErrorMessage(`smemlint could not be started: ${error instanceof Error ? error.message : String(error)}. Set smemlint.path.`);
	}
	showStatus();
}

async function stop(): Promise<void> {
	const old = client;
	client = undefined;
	if (old?.needsStop())
		await old.stop();
}

async function configurationChanged(event: vscode.ConfigurationChangeEvent): Promise<void> {
	if (!event.affectsConfiguration('smemlint'))
		return;
	if (event.affectsConfiguration('smemlint.path') || event.affectsConfiguration('smemlint.arguments')) {
		await stop();
		await start();
	} else if (client?.state === State.Running) {
		await client.sendNotification('workspace/didChangeConfiguration', { settings: { smemlint: serverSettings() } });
	}
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
	output = vscode.window.createOutputChannel('smemlint');
	status = vscode.window.createStatusBarItem('smemlint', vscode.StatusBarAlignment.Right);
	status.name = 'smemlint';
	context.subscriptions.push(output, status,
		vscode.commands.registerCommand('smemlint.showBankMap', showBankMap),
		vscode.commands.registerCommand('smemlint.verify', verify),
		vscode.commands.registerCommand('smemlint.restart', async () => { await stop(); await start(); }),
		vscode.commands.registerCommand('smemlint.showOutput', () => output.show()),
		vscode.languages.onDidChangeDiagnostics(showStatus),
		vscode.window.onDidChangeActiveTextEditor(showStatus),
		vscode.workspace.onDidChangeConfiguration(configurationChanged));
	await start();
}

export async function deactivate(): Promise<void> {
	await stop();
}
