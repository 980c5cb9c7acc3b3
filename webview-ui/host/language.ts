import * as v from 'valibot';
import { speak } from '../../src/text/l10n';

// The page's language, out of the page itself. A script of its own that runs first and loads nothing
// that holds words: bundled with them, it would run after the chunks they share.
const text = document.getElementById('sentences')?.textContent;
if (text) speak(v.parse(v.record(v.string(), v.string()), JSON.parse(text)));
