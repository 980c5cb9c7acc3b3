import { expect, it, onTestFinished, vi } from 'vitest';
import { stopwatchLine } from '#src/service/http/logLine';

it('the line of a request in the log says how much was announced and how long it took', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(5000);
  const tell = stopwatchLine('GET', 'https://api.example/v1/data?deliveryarea=NO1');
  vi.advanceTimersByTime(1234);
  expect(tell('HTTP 200', 42)).toMatch(/^GET api\.example\/v1\/data: HTTP 200, 42 .*, 1234 ms$/);
  expect(tell('HTTP 204')).toMatch(/^GET api\.example\/v1\/data: HTTP 204, 1234 ms$/);
});
