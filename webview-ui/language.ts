import * as v from 'valibot';
import { speak } from '../src/market/words';

// The page's language, out of the page itself. Imported first, since datasets and labels are words.
const text = document.getElementById('sentences')?.textContent;
if (text) speak(v.parse(v.record(v.string(), v.string()), JSON.parse(text)));
