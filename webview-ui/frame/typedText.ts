import type { TypedMeaning, TypedPart } from '#src/protocol/messages';
import { errorText } from '#src/text/errorText';
import type { Host } from '../host/pane';

/** What was typed, and what it means. */
export type ReadText = TypedPart & TypedMeaning;

/**
 * Asks the host what the text of a field means for a part of the query, whenever it changes. `onRead` gets the
 * meaning of the latest text; without a text, there is none.
 */
export function askAboutTyped(
  host: Host,
  field: HTMLInputElement,
  part: () => string | undefined,
  onRead: (read: ReadText | null) => void,
) {
  let latest: Promise<ReadText | null> = Promise.resolve(null);

  async function read(): Promise<ReadText | null> {
    const [name, typed] = [part(), field.value.trim()];
    if (name === undefined || typed === '') return null;
    const asked = { part: name, typed };
    const answer = await host
      .ask('typed', asked)
      .catch((error: unknown): TypedMeaning => ({ values: null, words: errorText(error) }));
    return { ...asked, ...answer };
  }

  field.addEventListener('input', () => {
    const asked = read();
    latest = asked;
    void asked.then((answer) => {
      if (asked === latest) onRead(answer);
    });
  });
  /** The meaning of the text that is in the field now. */
  return () => latest;
}
