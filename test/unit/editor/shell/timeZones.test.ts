import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settings } from '#src/editor/shell/settings';
import { offeredZones } from '#src/editor/shell/timeZones';
import { editor } from '../fakeVscode/editor';

describe.each(['', 'Etc/Unknown', 'Nowhere/City'])('on a machine whose time zone is %j', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    editor.settings['marketData.timeZone'] = 'local';
  });

  it('local times are in UTC, which every view can show', () => {
    expect(settings.timeZone()).toBe('UTC');
    expect(offeredZones('UTC').map((offered) => offered.zone)).toEqual([
      'Europe/Oslo',
      'UTC',
      'Europe/London',
      'Europe/Helsinki',
    ]);
  });
});

it('that times are in UTC because the time zone is unknown is said once', async () => {
  vi.resetModules();
  vi.stubEnv('TZ', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { editor: window } = await import('../fakeVscode/editor');
  const { settings: read } = await import('#src/editor/shell/settings');
  window.settings['marketData.timeZone'] = 'local';
  read.timeZone();
  read.timeZone();
  expect(window.told).toEqual([
    'The time zone of this machine isn\'t known, so times are in UTC. To use another one, change the "marketData.timeZone" setting.',
  ]);
});
