import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Spool } from '#src/disk/spool';

const folder = mkdtempSync(join(tmpdir(), 'spool-'));

async function wholeBody(spool: Spool): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of spool.body()) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The body of a response that is needed only briefly, in pieces of this many bytes. */
function received(name: string, bytes: number, piece: number) {
  const path = join(folder, name);
  const body = Array.from({ length: bytes }, (_, at) => String.fromCharCode(97 + (at % 23))).join('');
  const spool = new Spool(path, { isBrief: true });
  for (let at = 0; at < bytes; at += piece) spool.append(Buffer.from(body.slice(at, at + piece)));
  spool.finish();
  return { path, body, spool };
}

describe('the body of a response that is needed only briefly', () => {
  it.each([
    ['of a usual day has no file', 130_000, false],
    ['of a megabyte has none either', 1 << 20, false],
    ['that is larger has one, so that memory stays small', (1 << 20) + 1, true],
  ])('%s, and is read like any other', async (name, bytes, hasFile) => {
    const { path, body, spool } = received(name, bytes, 50_000);
    expect(existsSync(path)).toBe(hasFile);
    if (hasFile) expect(readFileSync(path, 'utf8')).toBe(body);
    expect(spool.length).toBe(bytes);
    expect(await wholeBody(spool)).toBe(body);
    expect((await spool.read(49_990, 50_020)).toString()).toBe(body.slice(49_990, 50_020));
    expect((await spool.read(bytes - 3, bytes + 10)).toString()).toBe(body.slice(-3));
    await spool.remove();
    expect(existsSync(path)).toBe(false);
  });

  it('may be empty', async () => {
    const { path, spool } = received('empty', 0, 1);
    expect(await wholeBody(spool)).toBe('');
    expect(existsSync(path)).toBe(false);
  });

  it('that is in memory leaves a file alone that somebody else has put in its place', async () => {
    const { path, spool } = received('other', 10, 10);
    const other = new Spool(path);
    other.append(Buffer.from('kept'));
    other.finish();
    await spool.remove();
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });
});
