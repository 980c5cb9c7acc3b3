import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settings } from '#src/editor/shell/settings';
import { offeredZones, warnOfTimeZone } from '#src/editor/shell/timeZones';
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

describe('the warning about the time zone', () => {
  const olso =
    'The "marketData.timeZone" setting isn\'t a time zone ("Europe/Olso"), so times are in Europe/Oslo.';
  const watch = () => {
    const watched = warnOfTimeZone();
    onTestFinished(() => void watched.dispose());
  };

  it('names a mistyped one once in a session, and opens the settings', async () => {
    editor.press('Open Settings');
    editor.settings['marketData.timeZone'] = 'Europe/Olso';
    watch();
    settings.timeZone();
    editor.set('marketData.timeZone', 'Europe/Osol');
    expect(editor.told).toEqual([olso]);
    await expect
      .poll(() => editor.commands)
      .toEqual([['workbench.action.openSettings', 'marketData.timeZone']]);
    // Another session knows nothing of this one.
    editor.set('marketData.timeZone', 'Europe/Olso');
    watch();
    expect(editor.told).toEqual([olso, olso]);
  });

  it('comes when the setting is changed to one', () => {
    watch();
    for (const zone of ['UTC', 'europe/helsinki', 'local']) editor.set('marketData.timeZone', zone);
    expect(editor.told).toEqual([]);
    editor.set('marketData.timeZone', 'Europe/Olso');
    expect(editor.told).toEqual([olso]);
  });

  it('says that times are in UTC on a machine whose time zone is unknown', () => {
    vi.stubEnv('TZ', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    editor.settings['marketData.timeZone'] = 'local';
    watch();
    expect(editor.told).toEqual(["The time zone of this machine isn't known, so times are in UTC."]);
  });
});
