import type { TypedMeaning } from '#src/protocol/messages';
import { errorText } from '#src/text/errorText';
import { element, setText } from '../controls/dom';
import type { Host } from '../host/pane';

/** A typed text, and what it means. */
type ReadText = TypedMeaning & { readonly typed: string };

/**
 * A field for a part of the query, with the host's words for what is typed below it. `onRead` gets the meaning of
 * the latest text, which is `null` for an empty one.
 */
export function createTypedField(
  host: Host,
  traits: {
    label: string;
    placeholder: string;
    part: () => string;
    onRead?: (read: ReadText | null) => void;
  },
) {
  const { label: name, placeholder } = traits;
  const field = element('input', { type: 'text', class: 'list', 'aria-label': name, placeholder });
  const words = element('p', { class: 'quiet', role: 'status' });
  let latest: Promise<ReadText | null> = Promise.resolve(null);

  async function read(): Promise<ReadText | null> {
    const typed = field.value.trim();
    if (typed === '') return null;
    const answer = await host
      .ask('typed', { part: traits.part(), typed })
      .catch((error: unknown): TypedMeaning => ({ values: null, words: errorText(error) }));
    return { typed, ...answer };
  }

  field.addEventListener('input', () => {
    const asked = read();
    latest = asked;
    void asked.then((answer) => {
      if (asked !== latest) return;
      setText(words, answer?.words ?? '');
      traits.onRead?.(answer);
    });
  });
  return {
    field,
    words,
    /** What the text means that is in the field now. */
    read: () => latest,
    clear: () => {
      field.value = '';
      latest = Promise.resolve(null);
      setText(words, '');
    },
  };
}
