import * as vscode from 'vscode';
import { localPlace, type Found, type Place } from '../../disk/place';

/** The place of a URI: on this machine by its path, in other file systems through the editor. */
export function placeOf(uri: vscode.Uri): Place {
  if (uri.scheme !== 'file') return editorPlace(uri);
  return localPlace(uri.fsPath, (path) => uri.with({ path: vscode.Uri.file(path).path }).toString());
}

/** The URI of a place that `placeOf` returned, or that is below or beside one. */
export const uriOf = ({ address }: Place): vscode.Uri => vscode.Uri.parse(address, true);

function editorPlace(uri: vscode.Uri): Place {
  const { fs } = vscode.workspace;
  return {
    name: uri.path.split('/').at(-1) ?? '',
    address: uri.toString(),
    localPath: undefined,
    isWritable: fs.isWritableFileSystem(uri.scheme) !== false,
    get folder() {
      return editorPlace(vscode.Uri.joinPath(uri, '..'));
    },
    below: (...names) => editorPlace(vscode.Uri.joinPath(uri, ...names)),
    beside: (name) => editorPlace(vscode.Uri.joinPath(uri, '..', name)),
    async look() {
      try {
        const { type, size, mtime } = await fs.stat(uri);
        return { kind: kindOf(type), bytes: size, modifiedMs: mtime };
      } catch (error) {
        return ifMissing<Found | undefined>(error, undefined);
      }
    },
    linkedFile: () => Promise.resolve(undefined),
    async entries() {
      try {
        const all = await fs.readDirectory(uri);
        return all.map(([name, type]) => ({ name, kind: kindOf(type) }));
      } catch (error) {
        return ifMissing(error, []);
      }
    },
    read: async () => fs.readFile(uri),
    write: async (bytes) => fs.writeFile(uri, bytes),
    // The editor has no other way to add to a file.
    append: async (bytes) => fs.writeFile(uri, Buffer.concat([await fs.readFile(uri), bytes])),
    copyFrom: async (path) => fs.copy(vscode.Uri.file(path), uri, { overwrite: true }),
    copyTo: async (other) => fs.copy(uri, uriOf(other)),
    renameTo: async (other, overwrite) => fs.rename(uri, uriOf(other), { overwrite }),
    remove: async () => fs.delete(uri),
    async makeFolder() {
      await fs.createDirectory(uri);
      return false;
    },
  };
}

/** The value for what doesn't exist, nor the folder that would contain it. Throws any other error. */
function ifMissing<Value>(error: unknown, value: Value): Value {
  const code = error instanceof vscode.FileSystemError ? error.code : undefined;
  if (code !== 'FileNotFound' && code !== 'FileNotADirectory') throw error;
  return value;
}

function kindOf(type: vscode.FileType) {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  if (type === vscode.FileType.Directory) return 'folder';
  return type === vscode.FileType.File ? 'file' : 'other';
}
