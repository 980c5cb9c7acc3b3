import { workerData } from 'node:worker_threads';
import { speak, type Sentences } from '../../text/l10n';

// The thread's language. Imported first, since datasets and fields hold words.
speak(workerData as Sentences | undefined);
