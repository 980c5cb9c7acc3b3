/** Encodings in which people's programs save files. */
export const encodingsOfFiles = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le',
  'utf-16le with mark',
  'utf-16be',
  'utf-16be with mark',
  'windows-1252',
] as const;

export type Encoding = (typeof encodingsOfFiles)[number];

/** The text in this encoding; for Windows-1252, a text of letters that Latin-1 has, too. */
export function encoded(text: string, encoding: Encoding): Buffer {
  const [name = '', mark] = encoding.split(' with ');
  const whole = mark === undefined ? text : `\uFEFF${text}`;
  if (name === 'utf-8') return Buffer.from(whole, 'utf8');
  if (name === 'windows-1252') return Buffer.from(whole, 'latin1');
  const bytes = Buffer.from(whole, 'utf16le');
  return name === 'utf-16le' ? bytes : bytes.swap16();
}
