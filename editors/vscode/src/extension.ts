import * as fs from 'fs';
import * as path from 'path';
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from 'vscode-languageclient/node';
import { showBankMap } from './bankMap';

const selector = ['cuda-cpp', 'cuda', 'cpp', 'c'].map((language) => ({ scheme: 'file', language }));
let client: LanguageClient | undefined;
let status: vscode.StatusBarItem;
/** The smemlint of a package for one system: package.sh. */
let inside: string;
let output: vscode.OutputChannel;
/** URIs of the documents that are analysed. */
const analysed = new Set<string>();

// --- settings ---------------------------------------------------------------------------------------

/** Replaces ${workspaceFolder} in a string, or in the strings of a list. */
function expandFolder<T>(value: T): T {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
	if (Array.isArray(value))
		return value.map(expandFolder) as T;
	return typeof value === 'string' && folder ? value.replaceAll('${workspaceFolder}', folder) as T : value;
}

function setting<T>(key: string, otherwise: T): T {
	return expandFolder(vscode.workspace.getConfiguration('smemlint').get<T>(key, otherwise));
}

function program(): string {
	return setting('path', '') || (fs.existsSync(inside) ? inside : 'smemlint');
}

/** Without settings that are empty. */
function serverSettings(): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const key of ['flags', 'arch', 'cudaPath', 'buildPath', 'prefer', 'block']) {
		const value = setting<string | unknown[]>(key, '');
		if (value.length)
			sent[key] = value;
	}
	return sent;
}

// --- status -----------------------------------------------------------------------------------------

/** Whether it is sent to the server and may contain CUDA code. */
function isRelevant(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
	return document !== undefined && vscode.languages.match(selector, document) > 0 &&
		(/\.cuh?$/.test(document.fileName) || document.languageId.startsWith('cuda') || diagnosticsOf(document).length > 0);
}

function diagnosticsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
	return vscode.languages.getDiagnostics(document.uri).filter((one) => one.source === 'smemlint');
}

function counted(n: number, word: string): string {
	return `${n} ${word}${n === 1 ? '' : 's'}`;
}

/** Text, tooltip, command. */
function statusOf(document: vscode.TextDocument): [string, string, string] {
	const all = diagnosticsOf(document), found = all.filter((one) => one.severity <= vscode.DiagnosticSeverity.Warning).length;
	if (client?.state !== State.Running && client?.state !== State.Starting)
		return ['$(circle-slash) smemlint', 'smemlint is not running', 'smemlint.restart'];
	if (!analysed.has(document.uri.toString()))
		return ['$(sync~spin) smemlint', 'smemlint is analysing this file', 'smemlint.showOutput'];
	if (all.length)
		return [found ? `$(warning) ${counted(found, 'bank conflict')}` : `$(info) ${counted(all.length, 'note')} on shared memory`,
			'Show the diagnostics of this file', 'workbench.actions.view.problems'];
	return ['$(check) no bank conflict', 'smemlint found no bank conflict in this file', 'smemlint.showOutput'];
}

function showStatus(): void {
	const document = vscode.window.activeTextEditor?.document;
	if (!isRelevant(document)) {
		status.hide();
		return;
	}
	[status.text, status.tooltip, status.command] = statusOf(document);
	status.show();
}

// --- commands ---------------------------------------------------------------------------------------

async function bankMapHere(): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (client?.state === State.Running && editor && vscode.languages.match(selector, editor.document))
		await showBankMap(client, editor);
	else
		void vscode.window.showInformationMessage('Put the cursor on a shared-memory access in a saved CUDA source.');
}

/** Runs in a terminal, since it takes long and may need input. */
async function verify(): Promise<void> {
	const document = vscode.window.activeTextEditor?.document;
	if (!isRelevant(document)) {
		void vscode.window.showInformationMessage('Open the CUDA source to verify.');
		return;
	}
	await document.save();
	const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(document.fileName);
	const terminal = vscode.window.createTerminal({
		name: 'smemlint verify', cwd: folder, shellPath: '/bin/sh',
		shellArgs: ['-c', '"$0" verify "$@"; echo; echo "exit status $?"; exec "${SHELL:-/bin/sh}"', program(), document.fileName],
	});
	terminal.show();
}

// --- the server -------------------------------------------------------------------------------------

async function start(): Promise<void> {
	const server: ServerOptions = { command: program(), args: ['lsp', ...setting<string[]>('arguments', [])] };
	const options: LanguageClientOptions = {
		documentSelector: selector,
		initializationOptions: serverSettings(),
		outputChannel: output,
		middleware: {
			provideDiagnostics: async (document, before, token, next) => {
				const report = await next(document, before, token);
				if (report)
					analysed.add(('uri' in document ? document.uri : document).toString());
				showStatus();
				return report;
			},
		},
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
	analysed.clear();
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
	inside = context.asAbsolutePath('server/bin/smemlint');
	output = vscode.window.createOutputChannel('smemlint');
	status = vscode.window.createStatusBarItem('smemlint', vscode.StatusBarAlignment.Right);
	status.name = 'smemlint';
	context.subscriptions.push(output, status,
		vscode.commands.registerCommand('smemlint.showBankMap', bankMapHere),
		vscode.commands.registerCommand('smemlint.verify', verify),
		vscode.commands.registerCommand('smemlint.restart', async () => { await stop(); await start(); }),
		vscode.commands.registerCommand('smemlint.showOutput', () => output.show()),
		vscode.languages.onDidChangeDiagnostics(showStatus),
		vscode.window.onDidChangeActiveTextEditor(showStatus),
		vscode.workspace.onDidCloseTextDocument((document) => analysed.delete(document.uri.toString())),
		vscode.workspace.onDidChangeConfiguration(configurationChanged));
	await start();
}

export async function deactivate(): Promise<void> {
	await stop();
}
