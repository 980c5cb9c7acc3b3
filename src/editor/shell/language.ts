import * as vscode from 'vscode';
import { speak } from '../../text/l10n';

// The language of what knows nothing of VS Code. Imported first, since datasets and fields hold words.
speak(vscode.l10n.bundle);
