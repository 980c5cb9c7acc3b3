/** Stands for every secret in what is shown, logged or kept. */
export const mask = '••••';

/** Percent-encoded as in a form (RFC 6749, appendix B): once, with `+` for a space. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The shortest text that is masked wherever it turns up; a shorter one would mask ordinary words. */
const shortestSecret = 4;

const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const ascii = (json: string) =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A function that masks secrets in a text of the service: some services quote the request in their
 * error, so each secret is looked for as it is, as it stands in a form and as it stands in JSON.
 */
export function maskerOf(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => {
      const form = formEncoded(secret);
      const component = encodeURIComponent(secret.toWellFormed());
      const json = JSON.stringify(secret).slice(1, -1);
      const percent = [form, form.replaceAll('+', '%20'), component];
      const escaped = [json, json.replaceAll('/', '\\/')];
      return [
        // Hosts are written in lower case, however they were sent.
        ...[secret, secret.toLowerCase(), ...percent, ...percent.map(lowerHex)],
        ...[...escaped, ...escaped.map(ascii)],
      ];
    })
    // Longer ones first: a secret that is part of another must not leave the rest of it standing.
    .sort((left, right) => right.length - left.length);
  return (text) => spellings.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
}
