/** The cells of a file by RFC 4180, each line of which has an end. Without quotes, an empty cell is no text. */
export const csvRecords = (text: string): (string | null)[][] =>
  text
    .split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .slice(0, -1)
    .map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => {
        if (cell === '') return null;
        return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      }),
    );
