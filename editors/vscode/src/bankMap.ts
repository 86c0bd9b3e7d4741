import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

/** The result of smemlint/bankMap: maps of the access with the current layout, then with each layout found. */
interface BankMaps { title: string; svgs: string[] }

const style = `
	body { display: flex; flex-wrap: wrap; gap: 0 1em; padding: 0; }
	body svg { background: transparent; max-width: 100%; height: auto; }
	body text { fill: var(--vscode-editor-foreground); }
	body .soft { fill: var(--vscode-descriptionForeground); }
	body .idle { fill: var(--vscode-editor-foreground); fill-opacity: 0.08; }
`;

let panel: vscode.WebviewPanel | undefined;

/** The texts in the pictures are escaped; no script runs. */
function page(maps: BankMaps): string {
	return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Bank Map</title></head><body>${maps.svgs.join('\n')}<style>${style}</style></body></html>`;
}

function show(maps: BankMaps): void {
	if (panel) {
		panel.reveal(undefined, true);
	} else {
		panel = vscode.window.createWebviewPanel('smemlint.bankMap', 'Bank Map', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
		panel.onDidDispose(() => { panel = undefined; });
	}
	panel.webview.html = page(maps);
}

/** Shows the bank maps of the access at the cursor in a panel next to the editor. */
export async function showBankMap(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
	const maps = await client.sendRequest<BankMaps | null>('smemlint/bankMap', {
		textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
		position: client.code2ProtocolConverter.asPosition(editor.selection.active),
	});
	if (maps)
		show(maps);
	else
		void vscode.window.showInformationMessage('No bank map: there is no analysed shared-memory access at the cursor.');
}
