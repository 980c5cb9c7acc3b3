import { bundle } from './product';
import type { Figures } from '../sampling';
import type { TaskOf } from '../tasks';
import { processorMsOf } from '../wholeProcess';

/** The command line, from the start of its process to the end. */
export async function printed({ dataset, origin, target }: TaskOf<'wholeRun'>): Promise<Figures> {
  const query = [dataset, 'startTime=2024-01-01', 'endTime=2024-12-30'];
  const env = {
    MARKET_DATA_BASE_URL: origin + target,
    MARKET_DATA_AUTH_URL: origin,
    MARKET_DATA_USERNAME: 'bench',
    MARKET_DATA_PASSWORD: 'bench',
  };
  const args = [bundle('cli'), 'run', ...query, '--format', 'json'];
  return { processor: await processorMsOf(args, env) };
}
