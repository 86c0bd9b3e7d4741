import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

/** What the server answers to smemlint/bankMap: the access now, and in each layout that was found. */
interface Drawn { title: string; svgs: string[] }

const style = `
	body { display: flex; flex-wrap: wrap; gap: 0 1em; padding: 0; }
	body svg { background: transparent; max-width: 100%; height: auto; }
	body text { fill: var(--vscode-editor-foreground); }
	body .soft { fill: var(--vscode-descriptionForeground); }
	body .idle { fill: var(--vscode-editor-foreground); fill-opacity: 0.08; }
`;

let panel: vscode.WebviewPanel | undefined;

/** The texts in the pictures are escaped; no script runs. */
function page(drawn: Drawn): string {
	return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Bank Map</title></head><body>${drawn.svgs.join('\n')}<style>${style}</style></body></html>`;
}

function show(drawn: Drawn): void {
	if (panel) {
		panel.reveal(undefined, true);
	} else {
		panel = vscode.window.createWebviewPanel('smemlint.bankMap', 'Bank Map', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
		panel.onDidDispose(() => { panel = undefined; });
	}
	panel.webview.html = page(drawn);
}

/** Draws the access at the cursor in a column of its own. */
export async function showBankMap(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
	const drawn = await client.sendRequest<Drawn | null>('smemlint/bankMap', {
		textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
		position: client.code2ProtocolConverter.asPosition(editor.selection.active),
	});
	if (drawn)
		show(drawn);
	else
		void vscode.window.showInformationMessage('At the cursor there is no access to shared memory that is understood.');
}
